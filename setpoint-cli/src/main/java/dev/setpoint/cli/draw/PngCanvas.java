package dev.setpoint.cli.draw;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/** A picture as PNG, two pixels to each of the canvas; letters are those of the machine's own sans serif. */
final class PngCanvas implements Canvas {
    static final int SCALE = 2;

    static {
        // Nothing is shown on a display, so none is asked for; who set it otherwise knows why.
        if (System.getProperty("java.awt.headless") == null) {
            System.setProperty("java.awt.headless", "true");
        }
    }

    private final BufferedImage image;
    private final Graphics2D graphics;

    PngCanvas(int width, int height) {
        image = new BufferedImage(width * SCALE, height * SCALE, BufferedImage.TYPE_INT_RGB);
        graphics = image.createGraphics();
        graphics.scale(SCALE, SCALE);
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        graphics.setColor(Color.decode(Palette.PAPER));
        graphics.fillRect(0, 0, width, height);
    }

    @Override
    public void draw(String kind, String name, Outline outline, Ink ink) {
        Path2D path = new Path2D.Double(Path2D.WIND_NON_ZERO);
        for (double[] piece : outline.pieces()) {
            path.moveTo(piece[0], piece[1]);
            for (int i = 2; i < piece.length; i += 2) {
                path.lineTo(piece[i], piece[i + 1]);
            }
            if (outline.isClosed()) {
                path.closePath();
            }
        }
        paint(path, ink);
    }

    @Override
    public void dot(String kind, String name, double x, double y, double radius, Ink ink) {
        paint(new Ellipse2D.Double(x - radius, y - radius, 2 * radius, 2 * radius), ink);
    }

    private void paint(Shape shape, Ink ink) {
        int rgb = Integer.parseInt(ink.colour().substring(1), 16);
        graphics.setColor(new Color(rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff, (int) Math.round(255 * ink.opacity())));
        if (ink.isFill()) {
            graphics.fill(shape);
        } else {
            graphics.setStroke(new BasicStroke(
                    (float) ink.width(), BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, dash(ink), 0));
            graphics.draw(shape);
        }
    }

    private static float[] dash(Ink ink) {
        if (ink.dash().isEmpty()) {
            return null;
        }
        float[] dash = new float[ink.dash().size()];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = ink.dash().get(i).floatValue();
        }
        return dash;
    }

    @Override
    public void write(String kind, double x, double y, String text, Lettering lettering) {
        Font font = new Font(Font.SANS_SERIF, lettering.isBold() ? Font.BOLD : Font.PLAIN, 12)
                .deriveFont((float) lettering.size());
        graphics.setFont(font);
        graphics.setColor(Color.decode(lettering.colour()));
        double width =
                font.getStringBounds(text, graphics.getFontRenderContext()).getWidth();
        double start = switch (lettering.anchor()) {
            case START -> x;
            case MIDDLE -> x - width / 2;
            case END -> x - width;
        };
        graphics.drawString(text, (float) start, (float) y);
    }

    @Override
    public void within(double x, double y, double width, double height, Runnable drawing) {
        Shape before = graphics.getClip();
        graphics.clip(new Rectangle2D.Double(x, y, width, height));
        try {
            drawing.run();
        } finally {
            graphics.setClip(before);
        }
    }

    /** The picture, ended. */
    byte[] png() throws IOException {
        graphics.dispose();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1 << 17);
        // In memory: ImageIO's own choice would be a file in the machine's temporary folder.
        try (ImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            if (!ImageIO.write(image, "png", out)) {
                throw new IOException("no writer of PNG in this Java");
            }
        }
        return bytes.toByteArray();
    }
}
