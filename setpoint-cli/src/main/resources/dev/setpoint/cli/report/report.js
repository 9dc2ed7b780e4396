
"use strict";
(() => {
  const D = JSON.parse(document.getElementById("data").textContent);
  const X = D.queries;
  const THIN = D.thin.map((i) => X[i]);
  const HEADS = D.heads;
  const LABELS = D.labels;
  const COLOURS = 8;
  const DASH = [8, 5];
  const ALL_QUERIES = -1;
  const charts = [];
  const state = { head: D.issuing, others: [], span: document.querySelector("input[name=span]:checked").value, near: true, classes: [...D.shown], one: 0 };

  const $ = (selector, root = document) => root.querySelector(selector);
  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const colour = (i) => css("--c" + (i % COLOURS));
  const there = (v) => v !== null && v !== undefined && Number.isFinite(v);
  const whole = (v) => Math.round(v).toLocaleString("en-US");
  const share = (v) => (there(v) ? v.toFixed(3) : "\u2013");
  const plain = (v) => (!there(v) ? "\u2013" : Math.abs(v) >= 100 ? whole(v) : Math.abs(v) >= 10 ? v.toFixed(1) : Math.abs(v) >= 0.001 || v === 0 ? v.toFixed(3) : v.toExponential(1));

  /** An element with attributes and children; text is always text, never markup. */
  function make(name, attributes = {}, ...children) {
    const svg = ["svg", "path", "circle", "line", "rect", "text", "title", "g"].includes(name);
    const node = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  /** Differences in units of 1/scale, back to numbers. */
  function decode(deltas) {
    let at = 0;
    return deltas.map((d) => (d === null ? null : (at += d) / D.scale));
  }
  const decoded = new Map();
  function series(encoded) {
    if (!encoded) return null;
    if (!decoded.has(encoded)) {
      const s = { y: decode(encoded.m) };
      if (encoded.l) Object.assign(s, { lo: decode(encoded.l), hi: decode(encoded.h) });
      if (!s.y.some(there)) s.y = [];
      decoded.set(encoded, s);
    }
    const s = decoded.get(encoded);
    return s.y.length ? s : null;
  }

  // ---- a chart: lines with shades around them, areas, and dashed reference lines ----

  class Chart {
    /** spec() gives {x, lines, areas, refs, range, format, about} for the state of the moment. */
    constructor(section, spec) {
      this.section = section;
      this.spec = spec;
      const box = $(".chart", section);
      this.plot = make("div", { class: "plot", tabindex: "0", role: "img" });
      this.legend = make("ul", { class: "legend" });
      this.status = make("p", { class: "hidden", role: "status" });
      const save = make("button", { type: "button" }, "Download CSV");
      save.addEventListener("click", () => this.save());
      this.data = make("details", { class: "data" }, make("summary", {}, "Show as a table"));
      this.data.addEventListener("toggle", () => this.table());
      const source = make("a", { href: "metrics.csv" }, "metrics.csv");
      box.append(this.plot, this.legend, this.status, make("p", { class: "tools" }, save, make("span", {}, "All numbers: ", source)), this.data);
      this.plot.addEventListener("keydown", (event) => this.key(event));
      this.plot.addEventListener("blur", () => this.u && this.u.setCursor({ left: -10, top: -10 }));
      this.width = 0;
      new ResizeObserver(() => requestAnimationFrame(() => this.resize())).observe(box);
      charts.push(this);
    }

    resize() {
      const width = Math.floor(this.plot.clientWidth);
      if (width > 0 && width !== this.width) {
        this.width = width;
        this.draw();
      }
    }

    draw() {
      const s = (this.s = this.spec());
      this.section.hidden = !s || !s.lines.length;
      if (this.section.hidden || !this.width) return;
      let zoom = null;
      if (this.u) {
        const { min, max } = this.u.scales.x;
        if (this.u.data[0].length && (min > this.from || max < this.to)) zoom = { min, max };
        this.u.destroy();
      }
      const x = s.x.length > 1 ? s.x : [0, ...s.x];
      const shift = x.length - s.x.length;
      this.from = x[0];
      this.to = x[x.length - 1];
      const pad = (y) => (shift ? [null, ...y] : y);
      const ends = s.lines.filter((l) => l.end);
      const room = this.width < 560 || !ends.length ? 14 : 26 + Math.min(130, 7 * Math.max(...ends.map((l) => l.end.length)));
      const axis = { stroke: css("--soft"), font: "12px " + css("--sans"), grid: { stroke: css("--grid"), width: 1 }, ticks: { show: false } };
      const options = {
        width: this.width,
        height: this.width < 560 ? 250 : 310,
        padding: [14, room, 0, 0],
        legend: { show: false },
        scales: { x: { time: false }, y: { range: (u) => this.range(u) } },
        cursor: { y: false, sync: { key: "queries", setSeries: false }, focus: { prox: -1 } },
        axes: [
          { ...axis, grid: { show: false }, border: { show: true, stroke: css("--quiet"), width: 1 }, space: 70, size: 28, gap: 6, label: "queries answered", labelSize: 20, labelGap: 0, labelFont: "12px " + css("--sans"), values: (u, ticks) => ticks.map(short) },
          { ...axis, space: 38, size: 50, gap: 8, values: (u, ticks) => decimals(ticks) },
        ],
        series: [
          {},
          ...s.lines.map((l) => ({ stroke: l.colour, width: l.width || 1.6, dash: l.dash, spanGaps: false, points: l.quiet ? { show: false } : { show: x.length <= 25, size: 5, fill: l.colour } })),
        ],
        hooks: { drawAxes: [(u) => this.under(u)], draw: [(u) => this.ends(u)], setCursor: [(u) => this.values(u.cursor.idx)] },
      };
      options.cursor.points = { size: 7, show: (u, i) => (s.lines[i - 1].quiet ? null : make("div")), fill: (u, i) => s.lines[i - 1].colour };
      this.shift = shift;
      this.u = new uPlot(options, [x, ...s.lines.map((l) => pad(l.y))], this.plot);
      if (zoom) this.u.setScale("x", zoom);
      this.plot.setAttribute("aria-label", this.section.querySelector("h2").textContent + ": " + this.about());
      this.names();
      this.table();
    }

    about() {
      const last = (l) => { for (let i = l.y.length - 1; i >= 0; i--) if (there(l.y[i])) return l.y[i]; return null; };
      const said = this.s.lines.filter((l) => !l.quiet).slice(0, 8).map((l) => l.name + " ends at " + this.s.format(last(l)));
      return "line chart over queries answered; " + said.join(", ") + ". Arrow keys read out values.";
    }

    /** What is seen of lines and shades, and the reference lines; or the range the chart asks for. */
    range(u) {
      const [i0, i1] = u.series[0].idxs || [0, this.s.x.length - 1];
      let lo = Infinity;
      let hi = -Infinity;
      const see = (v) => { if (there(v)) { lo = Math.min(lo, v); hi = Math.max(hi, v); } };
      // The first twentieth of a stream, where one query moves a class from 0 to 1, does not set the scale near the target.
      const skip = this.s.warm ? this.to / 20 : -1;
      for (const l of this.s.lines) {
        for (let i = Math.max(0, i0 - this.shift); i <= i1 - this.shift; i++) {
          if (this.s.x[i] < skip) continue;
          see(l.y[i]);
          if (l.lo) { see(l.lo[i]); see(l.hi[i]); }
        }
      }
      (this.s.refs || []).forEach((r) => see(r.y));
      if (lo > hi) return [0, 1];
      return this.s.range(lo, hi);
    }

    clip(u, paint) {
      const { ctx, bbox } = u;
      ctx.save();
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      paint(ctx);
      ctx.restore();
    }

    under(u) {
      const px = (v) => u.valToPos(v, "x", true);
      const py = (v) => u.valToPos(v, "y", true);
      this.clip(u, (ctx) => {
        const shades = [...(this.s.areas || []), ...this.s.lines.filter((l) => l.lo && !l.quiet).map((l) => ({ lo: l.lo, hi: l.hi, colour: l.colour, opacity: l.thin ? 0.06 : 0.16 }))];
        for (const a of shades) {
          ctx.fillStyle = a.colour;
          ctx.globalAlpha = a.opacity;
          for (let i = 0; i < this.s.x.length; ) {
            let end = i;
            while (end < this.s.x.length && there(a.lo[end]) && there(a.hi[end])) end++;
            if (end > i) {
              ctx.beginPath();
              for (let j = i; j < end; j++) ctx.lineTo(px(this.s.x[j]), py(a.hi[j]));
              for (let j = end - 1; j >= i; j--) ctx.lineTo(px(this.s.x[j]), py(a.lo[j]));
              ctx.fill();
            }
            i = end + 1;
          }
        }
        ctx.globalAlpha = 1;
        for (const r of this.s.refs || []) {
          ctx.strokeStyle = css("--ink");
          ctx.lineWidth = uPlot.pxRatio;
          ctx.setLineDash([2 * uPlot.pxRatio, 4 * uPlot.pxRatio]);
          ctx.beginPath();
          ctx.moveTo(u.bbox.left, py(r.y));
          ctx.lineTo(u.bbox.left + u.bbox.width, py(r.y));
          ctx.stroke();
        }
      });
    }

    /** Names at the right ends of the lines, moved apart where they would overlap, and then led to from there. */
    ends(u) {
      if (this.width < 560) return;
      const k = uPlot.pxRatio;
      const { left, top, width, height } = u.bbox;
      const names = [];
      for (const l of this.s.lines.filter((line) => line.end)) {
        let i = l.y.length - 1;
        while (i >= 0 && (!there(l.y[i]) || this.s.x[i] > u.scales.x.max)) i--;
        if (i >= 0) names.push({ text: l.end, colour: l.colour, y: u.valToPos(l.y[i], "y", true) });
      }
      for (const r of this.s.refs || []) names.push({ text: r.end, colour: css("--ink"), y: u.valToPos(r.y, "y", true) });
      names.sort((a, b) => a.y - b.y);
      const gap = 15 * k;
      const places = apart(names.map((n) => n.y), gap, top, top + height);
      const ctx = u.ctx;
      ctx.save();
      ctx.font = 12 * k + "px " + css("--sans");
      ctx.textBaseline = "middle";
      ctx.textAlign = "left";
      names.forEach((n, i) => {
        if (Math.abs(places[i] - n.y) > k) {
          ctx.strokeStyle = n.colour;
          ctx.lineWidth = k;
          ctx.beginPath();
          ctx.moveTo(left + width + k, Math.max(top, Math.min(top + height, n.y)));
          ctx.lineTo(left + width + 11 * k, places[i]);
          ctx.stroke();
        }
        ctx.fillStyle = n.colour;
        ctx.fillText(n.text.length > 19 ? n.text.slice(0, 18) + "\u2026" : n.text, left + width + 14 * k, places[i]);
      });
      ctx.restore();
    }

    names() {
      this.legend.replaceChildren();
      this.cells = [];
      for (const l of this.s.lines.filter((line) => !line.quiet)) {
        const value = make("b");
        const stroke = make("line", { x1: 0, x2: 22, y1: 5, y2: 5, stroke: l.colour, "stroke-width": l.width || 1.6 });
        if (l.dash) stroke.setAttribute("stroke-dasharray", "5 3");
        this.legend.append(make("li", {}, make("svg", { width: 22, height: 10, "aria-hidden": "true" }, stroke), make("span", { title: l.name }, l.name), value));
        this.cells.push([value, l]);
      }
      for (const a of this.s.areas || []) {
        const box = make("rect", { width: 22, height: 10, fill: a.colour, opacity: a.opacity * 1.6 });
        this.legend.append(make("li", {}, make("svg", { width: 22, height: 10, "aria-hidden": "true" }, box), make("span", {}, a.name)));
      }
      const quiet = this.s.lines.filter((line) => line.quiet).length;
      if (quiet) {
        const stroke = make("line", { x1: 0, x2: 22, y1: 5, y2: 5, stroke: css("--quiet"), "stroke-width": 1.2 });
        this.legend.append(make("li", {}, make("svg", { width: 22, height: 10, "aria-hidden": "true" }, stroke), make("span", {}, quiet + " other classes")));
      }
      this.at = make("li", { class: "at" });
      this.legend.append(this.at);
      this.values(null);
    }

    values(idx) {
      if (!this.cells) return;
      const none = idx === null || idx === undefined || idx < this.shift;
      for (const [cell, l] of this.cells) {
        let i = none ? l.y.length - 1 : idx - this.shift;
        while (none && i > 0 && !there(l.y[i])) i--;
        cell.textContent = this.s.format(l.y[i]);
      }
      this.at.textContent = none ? "at the end" : "at " + whole(this.s.x[idx - this.shift]) + " queries";
    }

    key(event) {
      const n = this.u ? this.u.data[0].length : 0;
      const now = this.u && there(this.u.cursor.idx) ? this.u.cursor.idx : n - 1;
      const jump = event.shiftKey ? Math.max(1, Math.round(n / 10)) : 1;
      const to = { ArrowLeft: now - jump, ArrowRight: now + jump, Home: 0, End: n - 1 }[event.key];
      if (event.key === "Escape") this.u.setScale("x", { min: this.from, max: this.to });
      if (to === undefined || !n) return;
      event.preventDefault();
      const idx = Math.max(this.shift, Math.min(n - 1, to));
      this.u.setCursor({ left: this.u.valToPos(this.u.data[0][idx], "x"), top: 10 });
      this.status.textContent = this.at.textContent + ": " + this.cells.map(([cell, l]) => l.name + " " + cell.textContent).join(", ");
    }

    /** Everything that is drawn, as columns. */
    columns() {
      const s = this.s;
      const columns = [["queries", s.x]];
      for (const l of s.lines) {
        columns.push([l.name, l.y]);
        if (l.lo) columns.push([l.name + " (least seed)", l.lo], [l.name + " (greatest seed)", l.hi]);
      }
      for (const a of s.areas || []) columns.push([a.name + " (from)", a.lo], [a.name + " (to)", a.hi]);
      for (const r of s.refs || []) columns.push([r.name, s.x.map(() => r.y)]);
      return columns;
    }

    save() {
      const columns = this.columns();
      saveCsv(this.section.id, columns.map((c) => c[0]), this.s.x.map((_, i) => columns.map((c) => c[1][i])));
    }

    table() {
      const old = $("div", this.data);
      if (old) old.remove();
      if (!this.data.open || !this.s) return;
      const lines = this.s.lines.filter((l) => !l.quiet).slice(0, 12);
      const n = this.s.x.length;
      const rows = [...new Set(Array.from({ length: Math.min(12, n) }, (_, i) => Math.round((i * (n - 1)) / Math.max(1, Math.min(12, n) - 1))))];
      const head = make("tr", {}, make("th", { scope: "col" }, "queries"), ...lines.map((l) => make("th", { scope: "col" }, l.name)));
      const body = rows.map((i) => make("tr", {}, make("th", { scope: "row" }, whole(this.s.x[i])), ...lines.map((l) => make("td", {}, this.s.format(l.y[i])))));
      this.data.append(make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "The chart as a table" }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...body))));
    }
  }

  /** Places at least a gap apart, as near to the wanted ones, which ascend, as that allows: as Spacing.apart does for plots. */
  function apart(wanted, gap, least, most) {
    const blocks = [];
    wanted.forEach((y, i) => {
      blocks.push([y - i * gap, 1]);
      for (let n = blocks.length; n > 1 && blocks[n - 2][0] / blocks[n - 2][1] >= blocks[n - 1][0] / blocks[n - 1][1]; n--) {
        const [sum, size] = blocks.pop();
        blocks[n - 2][0] += sum;
        blocks[n - 2][1] += size;
      }
    });
    const last = most - (wanted.length - 1) * gap;
    return blocks.flatMap(([sum, size]) => Array(size).fill(Math.max(least, Math.min(last, sum / size)))).map((y, i) => y + i * gap);
  }

  const short = (v) => (Math.abs(v) >= 1e6 ? +(v / 1e6).toFixed(2) + "M" : Math.abs(v) >= 1e3 ? +(v / 1e3).toFixed(2) + "k" : String(v));
  function decimals(ticks) {
    const exact = (p) => ticks.every((t) => !there(t) || Math.abs(t - +t.toFixed(p)) < 1e-9);
    const places = [0, 1, 2, 3, 4].find(exact) ?? 5;
    return ticks.map((t) => (there(t) ? t.toFixed(places) : ""));
  }
  const around = (lo, hi, least = 0.02) => { const pad = Math.max(least, (hi - lo) * 0.06); return [lo - pad, hi + pad]; };

  /** Names come from the data: quoted, and never read as a formula by a spreadsheet. */
  function saveCsv(name, header, rows) {
    const cell = (v) => {
      if (v === null || v === undefined) return "";
      if (typeof v === "number") return String(v);
      const text = /^[=+\-@\t\r]/.test(v) ? "'" + v : v;
      return /[",\n\r]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text;
    };
    const text = [header, ...rows].map((r) => r.map(cell).join(",")).join("\n") + "\n";
    const link = make("a", { href: URL.createObjectURL(new Blob([text], { type: "text/csv" })), download: name + ".csv" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // ---- what each chart shows ----

  const drawnHeads = () => [...state.others.map((h, i) => [h, i + 1]), [state.head, 0]];
  const windowed = (name) => (state.span === "window" ? name : null);

  function coverage() {
    const [least, most] = state.span === "window" ? ["coverage_window_min", "coverage_window_max"] : ["coverage_min", "coverage_max"];
    const lines = [];
    for (const [h, c] of drawnHeads()) {
      const all = D.marginal && series(HEADS[h][state.span === "window" ? "coverage_marginal_window" : "coverage_marginal"]);
      if (all) lines.push({ name: HEADS[h].name + ", all queries", end: state.others.length ? HEADS[h].name : "all queries", colour: colour(c), width: c ? 1.6 : 2.8, thin: c > 0, ...all });
      if (D.marginal && state.others.length) continue; // classes are a matter of one head
      const width = c || D.marginal ? 1.1 : 2.4;
      const lo = series(HEADS[h][least]);
      const hi = series(HEADS[h][most]);
      const alone = !state.others.length;
      if (hi) lines.push({ name: HEADS[h].name + ", maximum class coverage", end: alone ? "maximum" : "", colour: colour(c), width, thin: c > 0, dash: DASH, ...hi });
      if (lo) lines.push({ name: HEADS[h].name + ", minimum class coverage", end: alone ? "minimum" : HEADS[h].name, colour: colour(c), width, thin: c > 0, ...lo });
    }
    const areas = [];
    const bound = HEADS[state.head].theorem1_bound;
    const extra = $("#coverage .extra");
    extra.textContent = "";
    if (bound && state.span === "all") {
      const y = decode(bound);
      const clip = (v) => Math.max(0, Math.min(1, v));
      areas.push({ name: "allowed by theorem 1", lo: y.map((b) => (b === null ? null : clip(D.target - b))), hi: y.map((b) => (b === null ? null : clip(D.target + b))), colour: css("--c7"), opacity: 0.13 });
      extra.textContent = " The grey band is what theorem 1 allows at worst; where it fills the chart it says nothing.";
    }
    return {
      x: X, lines: lines.reverse(), areas, format: share, warm: state.near,
      refs: [{ y: D.target, name: "target", end: "target" }],
      range: (lo, hi) => (state.near ? [Math.max(0, lo - 0.02), Math.min(1.004, hi + 0.02)] : [0, 1.004]),
    };
  }

  function size() {
    const metric = windowed("size_window") || "size";
    const lines = drawnHeads().filter(([h]) => series(HEADS[h][metric]))
      .map(([h, c]) => ({ name: HEADS[h].name, end: state.others.length ? HEADS[h].name : "", colour: colour(c), width: c ? 1.3 : 2.4, thin: c > 0, ...series(HEADS[h][metric]) }));
    return { x: X, lines: lines.reverse(), format: (v) => (there(v) ? v.toFixed(2) : "\u2013"), range: (lo, hi) => [Math.max(0, Math.min(1, lo)), hi + (hi - Math.min(1, lo)) * 0.06 + 0.02] };
  }

  function entropy() {
    const s = series(D.overall[windowed("cross_entropy_window") || "cross_entropy"]);
    const name = state.span === "window" ? "last window" : "since the start";
    return { x: X, lines: s ? [{ name, colour: colour(0), width: 2.4, ...s }] : [], format: plain, range: (lo, hi) => [0, hi * 1.06 || 1] };
  }

  /** Picked classes in colour, the others grey behind them and without shades. */
  function classLines(per) {
    const lines = [];
    // The more there are behind, the fainter: they are the backdrop.
    const grey = css("--quiet") + (LABELS.length > 40 ? "55" : "");
    LABELS.forEach((name, k) => {
      const s = per && series(per[k]);
      if (s && !state.classes.includes(k)) lines.push({ name, quiet: true, colour: grey, width: 1, y: s.y });
    });
    state.classes.forEach((k, i) => {
      const s = per && series(per[k]);
      if (s) lines.push({ name: LABELS[k], end: state.classes.length <= 10 ? LABELS[k] : "", colour: colour(i), width: 1.6, dash: i >= COLOURS ? [3, 3] : undefined, ...s });
    });
    return lines;
  }

  function pulls() {
    const lines = classLines(D.classes.correct_pulls);
    const all = series(D.overall[windowed("correct_pulls_window") || "correct_pulls"]);
    if (all) {
      const at = (y) => D.thin.map((i) => y[i]);
      const thin = { y: at(all.y) };
      if (all.lo) Object.assign(thin, { lo: at(all.lo), hi: at(all.hi) });
      lines.push({ name: "all queries", end: "all queries", colour: css("--ink"), width: 2.6, ...thin });
    }
    return { x: THIN, lines, format: share, warm: true, range: (lo, hi) => [0, Math.min(1.004, hi * 1.08 || 1)] };
  }

  function thresholds() {
    if (D.marginal) {
      const one = HEADS[state.head].threshold && series(HEADS[state.head].threshold[0]); // the same for every label
      return { x: THIN, lines: one ? [{ name: "the threshold", colour: colour(0), width: 2.4, ...one }] : [], format: plain, range: (lo, hi) => around(lo, hi, 0.01) };
    }
    return { x: THIN, lines: classLines(HEADS[state.head].threshold), format: plain, range: (lo, hi) => around(lo, hi, 0.01) };
  }

  function estimate() {
    const head = HEADS[state.head];
    const k = state.one;
    if (!head.coverage_estimate) return { x: THIN, lines: [] };
    const all = k === ALL_QUERIES;
    const guess = series(all ? head.coverage_marginal_estimate : head.coverage_estimate[k]);
    const truth = series(all ? head.coverage_marginal : head.coverage && head.coverage[k]);
    const x = all ? X : THIN;
    const lines = [];
    if (guess) lines.push({ name: "estimate", end: "estimate", colour: colour(1), width: 2, dash: DASH, ...guess });
    if (truth) lines.push({ name: "truth", end: "truth", colour: colour(0), width: 2.4, ...truth });
    if (!lines.length) lines.push({ name: "no values for this class", colour: colour(0), y: x.map(() => null) });
    return { x, lines, format: share, warm: true, refs: D.marginal && !all ? [] : [{ y: D.target, name: "target", end: "target" }], range: (lo, hi) => [Math.max(0, lo - 0.03), Math.min(1.1, hi + 0.03)] };
  }

  function scatter() {
    const box = $("#estimate .scatter");
    const head = HEADS[state.head];
    box.replaceChildren();
    const dots = LABELS.map((name, k) => ({ name, k, x: head.last_coverage[k], y: head.last_coverage_estimate[k], share: D.classes.last_share[k] })).filter((d) => there(d.x) && there(d.y));
    if (!dots.length) return;
    const W = 470, H = 360, L = 50, T = 12, R = 458, B = 312;
    const all = dots.flatMap((d) => [d.x, d.y]).concat(D.marginal ? [] : D.target);
    let [lo, hi] = around(Math.min(...all), Math.max(...all), 0.006);
    hi = Math.min(hi, Math.max(1.02, ...all));
    const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5].find((s) => (hi - lo) / s <= 6) || 10 ** Math.ceil(Math.log10((hi - lo) / 6));
    const px = (v) => L + ((R - L) * (v - lo)) / (hi - lo);
    const py = (v) => B - ((B - T) * (v - lo)) / (hi - lo);
    const soft = css("--soft");
    const svg = make("svg", { viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": `Estimated against true coverage of ${dots.length} classes; the numbers are in the table of classes below` });
    for (let v = Math.ceil(lo / step) * step, n = 0; v <= hi && n < 10; v += step, n++) { // a step may be too small to move v
      const t = v.toFixed(2);
      svg.append(make("line", { x1: L, x2: R, y1: py(v), y2: py(v), stroke: css("--grid") }), make("line", { y1: T, y2: B, x1: px(v), x2: px(v), stroke: css("--grid") }));
      svg.append(make("text", { x: L - 8, y: py(v) + 4, "text-anchor": "end", fill: soft }, t), make("text", { x: px(v), y: B + 18, "text-anchor": "middle", fill: soft }, t));
    }
    const ref = { stroke: css("--ink"), "stroke-dasharray": "2 4" };
    svg.append(make("line", { x1: px(lo), y1: py(lo), x2: px(hi), y2: py(hi), stroke: soft }));
    if (!D.marginal) {
      svg.append(make("line", { x1: px(D.target), x2: px(D.target), y1: T, y2: B, ...ref }));
      const turn = px(D.target) > R - 50;
      svg.append(make("text", { x: px(D.target) + (turn ? -5 : 5), y: B - 6, "text-anchor": turn ? "end" : "start", fill: css("--ink") }, "target"));
    }
    svg.append(make("text", { x: (L + R) / 2, y: B + 40, "text-anchor": "middle", fill: soft }, "true coverage, since the start"));
    svg.append(make("text", { x: L + 6, y: T + 12, fill: soft }, "estimate"));
    const most = Math.max(...dots.map((d) => d.share || 0)) || 1;
    for (const d of dots.sort((a, b) => (b.share || 0) - (a.share || 0))) {
      const on = d.k === state.one;
      const dot = make("circle", { cx: px(d.x), cy: py(d.y), r: (3.5 + 6 * Math.sqrt((d.share || 0) / most)).toFixed(1), fill: colour(on ? 1 : 0), "fill-opacity": on ? 0.95 : 0.5, stroke: css("--card") });
      dot.append(make("title", {}, `${d.name}: true ${share(d.x)}, estimate ${share(d.y)}, share ${share(d.share)}`));
      dot.addEventListener("click", () => { state.one = d.k; $("#one").value = d.k; later(); });
      svg.append(dot);
    }
    // Names where there is room: the followed class first, then the outermost ones.
    const taken = dots.map((d) => [px(d.x) - 7, py(d.y) - 7, px(d.x) + 7, py(d.y) + 7]);
    const off = (d) => Math.abs(d.x - d.y) + Math.abs(d.x - D.target);
    for (const d of [...dots].sort((a, b) => (b.k === state.one) - (a.k === state.one) || off(b) - off(a))) {
      const on = d.k === state.one;
      const name = d.name.length > 20 ? d.name.slice(0, 19) + "\u2026" : d.name;
      const width = 6.8 * name.length;
      const left = px(d.x) + 13 + width > R;
      const x = px(d.x) + (left ? -13 : 13);
      const box = [left ? x - width : x, py(d.y) - 7, left ? x : x + width, py(d.y) + 7];
      if (!on && taken.some((t) => t[0] < box[2] && box[0] < t[2] && t[1] < box[3] && box[1] < t[3])) continue;
      taken.push(box);
      svg.append(make("text", { x, y: py(d.y) + 4, "text-anchor": left ? "end" : "start", fill: on ? css("--ink") : soft, "font-weight": on ? 600 : 400, "font-size": 11 }, name));
    }
    box.append(svg, make("p", { class: "tools" }, make("span", {}, "A larger dot is a more frequent class; press one to follow it.")));
  }

  // ---- tables ----

  function strip(value) {
    const lo = Math.min(0.8, 2 * D.target - 1);
    const at = (v) => 4 + 62 * Math.max(0, Math.min(1, (v - lo) / (1 - lo)));
    return make("svg", { class: "strip", width: 70, height: 14, "aria-hidden": "true" },
      make("line", { x1: 4, x2: 66, y1: 7, y2: 7, stroke: css("--quiet") }),
      make("line", { x1: at(D.target), x2: at(D.target), y1: 1, y2: 13, stroke: css("--ink"), "stroke-width": 1.3 }),
      make("circle", { cx: at(value), cy: 7, r: 3.6, fill: colour(value < D.target - 0.02 ? 1 : 0) }));
  }

  function fill(section, columns, rows) {
    const table = $("table", section);
    const sorted = [...table.querySelectorAll("th[aria-sort]")].map((th) => [th.cellIndex, th.getAttribute("aria-sort")])[0];
    const head = make("tr", {}, ...columns.map((c) => make("th", { scope: "col" }, c)));
    const body = make("tbody");
    for (const row of rows) {
      body.append(make("tr", {}, ...row.map((cell, i) => {
        if (i === 0) return make("th", { scope: "row" }, cell.text);
        const td = make("td", cell.kind ? { class: cell.kind } : {}, ...(cell.before ? [cell.before] : []), cell.text);
        td.dataset.key = there(cell.value) ? cell.value : "";
        return td;
      })));
    }
    table.replaceChildren(make("thead", {}, head), body);
    sortable(table);
    if (sorted && table.tHead.rows[0].cells[sorted[0]]) sortBy(table, sorted[0], sorted[1]);
    $(".save", section).onclick = () => saveCsv(section.id, columns, rows.map((r) => r.map((c) => ("value" in c ? c.value : c.text))));
  }

  const num = (value, format = share, kind = "") => ({ value, text: format(value), kind });

  // What is known without labels: the interval, marked where it lies wholly away from the target, and how much evidence there is.
  function interval(low, high) {
    if (!there(low) || !there(high)) return { value: null, text: "\u2013" };
    const off = D.marginal ? "" : high < D.target - D.margin ? "\u25BE " : low > D.target + D.margin ? "\u25B4 " : "";
    return { value: low, text: `${off}${share(low)} to ${share(high)}`, kind: off ? "low" : "" };
  }

  function evidence(ess) {
    const text = there(ess) ? (ess >= 10 ? whole(ess) : ess.toFixed(1)) : "\u2013";
    const few = there(ess) && ess < 1 / (1 - D.target) - 1e-9;
    return { value: ess, text: text + (few ? " (uncalibrated)" : "") };
  }

  function classTable() {
    const head = HEADS[state.head];
    const rows = LABELS.map((name, k) => {
      const c = head.last_coverage[k];
      const low = !D.marginal && there(c) && c < D.target - 0.02;
      return [
        { text: name }, num(D.classes.last_share[k]),
        { value: c, text: (low ? "\u25BE " : "") + share(c), kind: low ? "low" : "", before: there(c) && !D.marginal ? strip(c) : null },
        num(head.last_coverage_window[k]), num(head.last_threshold[k], plain), num(head.last_coverage_estimate[k]),
        interval(head.last_coverage_low[k], head.last_coverage_high[k]), evidence(head.last_ess[k]), num(D.classes.last_correct_pulls[k]),
      ];
    });
    fill($("#classes"), ["Class", "Share", "Coverage", "Last window", "Threshold", "Estimate", "Interval", "ESS", "Correct pulls"], rows);
  }

  function theoremTable() {
    const checks = HEADS[state.head].theorems;
    const section = $("#theorems");
    const extra = $(".extra", section);
    $(".scroll", section).hidden = $(".tools", section).hidden = !checks.length;
    section.hidden = HEADS.every((h) => !h.theorems.length);
    if (!checks.length) {
      extra.textContent = `There is nothing to check for head ${HEADS[state.head].name}.`;
      $("table", section).replaceChildren();
      return;
    }
    const said = [];
    for (const t of [1, 2, 3, 4]) {
      const of = checks.filter((c) => c[0] === t);
      if (!of.length) continue;
      const count = (test) => of.filter(test).length;
      const held = count(([, , , , seeds, ok, vacuous, unmet]) => ok + vacuous + unmet === seeds && ok > 0);
      const vacuous = count((c) => c[6] === c[4]);
      const unmet = count((c) => c[7] === c[4]);
      const broken = count((c) => c[5] + c[6] + c[7] < c[4]);
      const parts = [];
      if (held) parts.push(`held for ${held} of ${of.length} classes`);
      if (vacuous) parts.push(`says nothing yet for ${vacuous} of ${of.length} classes, its bound on coverage being above 1`);
      if (unmet) parts.push(`does not apply to ${unmet} of ${of.length} classes, its bounded-loss assumption being broken`);
      if (broken) parts.push(`${t === 2 ? "lies below what was measured" : "was broken"} in at least one seed for ${broken} of ${of.length} classes`);
      said.push(`${t === 4 ? "The bound of decaying rates" : `Theorem ${t}`} ${parts.join("; it ")}.`);
    }
    extra.textContent = `For head ${HEADS[state.head].name}: ` + said.join(" ");
    const verdict = ([t, , , , seeds, ok, vacuous, unmet]) => {
      const broken = seeds - ok - vacuous - unmet;
      const of = (n) => (n === seeds ? "" : ` in ${n} of ${seeds} seeds`);
      const parts = [];
      if (broken) parts.push((t === 2 ? "above the bound on its expectation" : "broken") + of(broken));
      if (ok) parts.push("held" + of(ok));
      if (vacuous) parts.push("vacuous: bound above 1" + of(vacuous));
      if (unmet) parts.push("assumption not met" + of(unmet));
      return { text: parts.join(", "), kind: broken && t !== 2 ? "broken text" : "text" };
    };
    const what = ["", "1: coverage gap", "2: regret", "3: regret of experts", "decaying rates: gap of the estimate"];
    const rows = checks.map((c) => [{ text: LABELS[c[1]] }, { text: what[c[0]], kind: "text" }, num(c[2], plain), num(c[3], plain), verdict(c)]);
    fill(section, ["Class", "Theorem", "Measured", "Bound", "Verdict"], rows);
    for (const i of [1, 4]) $("table", section).tHead.rows[0].cells[i].style.textAlign = "left";
  }

  function sortable(table) {
    const row = table.tHead && table.tHead.rows[table.tHead.rows.length - 1];
    if (!row) return;
    for (const th of row.cells) {
      if ($("button", th)) continue;
      const button = make("button", { type: "button" }, ...th.childNodes);
      th.replaceChildren(button);
      button.addEventListener("click", () => sortBy(table, th.cellIndex, th.getAttribute("aria-sort") === "ascending" ? "descending" : "ascending"));
    }
  }

  function sortBy(table, column, direction) {
    const row = table.tHead.rows[table.tHead.rows.length - 1];
    for (const th of row.cells) th.removeAttribute("aria-sort");
    row.cells[column].setAttribute("aria-sort", direction);
    const sign = direction === "ascending" ? 1 : -1;
    const key = (tr) => { const cell = tr.cells[column]; return cell.dataset.key === undefined || cell.classList.contains("text") ? cell.textContent : cell.dataset.key; };
    const rows = [...table.tBodies[0].rows].map((tr) => [key(tr), tr]);
    rows.sort(([a], [b]) => {
      const x = parseFloat(a), y = parseFloat(b);
      const missing = (a === "" || a === "\u2013") - (b === "" || b === "\u2013");
      if (missing) return missing;
      return sign * (Number.isFinite(+a) && Number.isFinite(+b) ? x - y : a.localeCompare(b, "en", { numeric: true }));
    });
    table.tBodies[0].append(...rows.map((r) => r[1]));
  }

  // ---- the bar ----

  function menu(root, names, notes, chosen, toggle, buttons) {
    const panel = $(".panel", root);
    const boxes = names.map((name, i) => {
      const box = make("input", { type: "checkbox" });
      box.addEventListener("change", () => { toggle(i, box.checked); later(); });
      return [box, make("label", {}, box, make("span", {}, name, notes ? make("small", {}, " " + notes[i]) : ""))];
    });
    const row = make("div", { class: "row" });
    for (const [text, action] of buttons) {
      const button = make("button", { type: "button" }, text);
      button.addEventListener("click", () => { action(); later(); });
      row.append(button);
    }
    panel.append(row, ...boxes.map((b) => b[1]));
    root.addEventListener("keydown", (e) => { if (e.key === "Escape") { root.open = false; $("summary", root).focus(); } });
    document.addEventListener("click", (e) => { if (!root.contains(e.target)) root.open = false; });
    return () => {
      boxes.forEach(([box, label], i) => { box.checked = chosen().includes(i); label.hidden = root.id === "compare" && i === state.head; });
      $(".count", root).textContent = chosen().length ? chosen().length : "";
    };
  }

  const flip = (list, i, on) => (on ? [...list.filter((j) => j !== i), i] : list.filter((j) => j !== i));
  const syncCompare = menu($("#compare"), HEADS.map((h) => h.name), HEADS.map((h) => `${h.score}, ${h.tracker}`), () => state.others,
    (i, on) => (state.others = flip(state.others, i, on)), [["None", () => (state.others = [])]]);
  const syncPick = menu($("#pick"), LABELS, null, () => state.classes,
    (i, on) => (state.classes = flip(state.classes, i, on)),
    [["A selection", () => (state.classes = [...D.shown])], ["All", () => (state.classes = LABELS.map((_, i) => i))], ["None", () => (state.classes = [])]]);

  HEADS.forEach((h, i) => $("#head").append(make("option", { value: i }, h.name + (i === D.issuing ? " (issuing)" : ""))));
  if (D.marginal) $("#one").append(make("option", { value: ALL_QUERIES }, "all queries"));
  LABELS.forEach((name, i) => $("#one").append(make("option", { value: i }, name)));
  $("#head").value = state.head;
  $("#compare").hidden = HEADS.length < 2;
  $("#pick").hidden = !LABELS.length;
  $("#bar").addEventListener("submit", (e) => e.preventDefault());
  $("#head").addEventListener("change", (e) => { state.head = +e.target.value; state.others = state.others.filter((h) => h !== state.head); later(); });
  $("#one").addEventListener("change", (e) => { state.one = +e.target.value; later(); });
  for (const radio of document.querySelectorAll("input[name=span]")) radio.addEventListener("change", () => { state.span = radio.value; later(); });
  for (const radio of document.querySelectorAll("input[name=zoom]")) radio.addEventListener("change", () => { state.near = radio.value === "near"; later(); });

  // The class to follow at first: the one of the minimum class coverage, where an estimate matters most.
  const covered = HEADS[state.head].last_coverage;
  if (D.marginal) state.one = ALL_QUERIES; // unless the target is for all of them
  else LABELS.forEach((_, k) => { if (there(covered[k]) && (!there(covered[state.one]) || covered[k] < covered[state.one])) state.one = k; });
  $("#one").value = state.one;

  new Chart($("#coverage"), coverage);
  new Chart($("#size"), size);
  new Chart($("#entropy"), entropy);
  new Chart($("#pulls"), pulls);
  new Chart($("#thresholds"), thresholds);
  new Chart($("#estimate"), estimate);
  for (const table of document.querySelectorAll("#quarters table")) sortable(table);

  function draw() {
    for (const node of document.querySelectorAll(".head-name")) node.textContent = HEADS[state.head].name;
    syncCompare();
    syncPick();
    for (const chart of charts) chart.draw();
    scatter();
    classTable();
    theoremTable();
    $("#classes").hidden = !LABELS.length;
  }
  let due = 0;
  function later() {
    cancelAnimationFrame(due);
    due = requestAnimationFrame(draw);
  }

  draw();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", later);
  // Paper is white whatever the screen is.
  addEventListener("beforeprint", () => { document.documentElement.classList.add("printing"); draw(); });
  addEventListener("afterprint", () => { document.documentElement.classList.remove("printing"); draw(); });
})();
