"""A bare training step of PyTorch: one for every line of input, answered by its seconds by the clock and of the processors.

usage: resnet_step.py resnet50|resnet18 BATCH THREADS contiguous_format|channels_last
"""

import sys
import time

try:
    import torch
except ImportError as error:
    print(error)
    sys.exit(1)


class Block(torch.nn.Module):
    """A residual block: two convolutions of 3x3, or one between two of 1x1."""

    def __init__(self, inputs, width, stride, bottleneck):
        super().__init__()
        outputs = 4 * width if bottleneck else width
        plan = [(1, 1), (3, stride), (1, 1)] if bottleneck else [(3, stride), (3, 1)]
        layers = []
        for i, (size, step) in enumerate(plan):
            last = i == len(plan) - 1
            into = outputs if last else width
            layers.append(torch.nn.Conv2d(inputs if i == 0 else width, into, size, step, size // 2, bias=False))
            layers.append(torch.nn.BatchNorm2d(into))
            if not last:
                layers.append(torch.nn.ReLU(inplace=True))
        self.way = torch.nn.Sequential(*layers)
        self.shortcut = torch.nn.Identity()
        if stride != 1 or inputs != outputs:
            self.shortcut = torch.nn.Sequential(
                torch.nn.Conv2d(inputs, outputs, 1, stride, bias=False), torch.nn.BatchNorm2d(outputs)
            )

    def forward(self, x):
        out = self.way(x)
        out += self.shortcut(x)
        return torch.nn.functional.relu(out, inplace=True)


def own_resnet(bottleneck, blocks, labels):
    """The layers of torchvision's network, for where there is no torchvision."""
    layers = [
        torch.nn.Conv2d(3, 64, 7, 2, 3, bias=False),
        torch.nn.BatchNorm2d(64),
        torch.nn.ReLU(inplace=True),
        torch.nn.MaxPool2d(3, 2, 1),
    ]
    inputs = 64
    for stage, count in enumerate(blocks):
        width = 64 << stage
        for block in range(count):
            layers.append(Block(inputs, width, 2 if stage > 0 and block == 0 else 1, bottleneck))
            inputs = 4 * width if bottleneck else width
    layers += [torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(inputs, labels)]
    return torch.nn.Sequential(*layers)


def build(name, labels):
    """The network, and whose layers it has."""
    try:
        import torchvision

        return getattr(torchvision.models, name)(num_classes=labels), "torchvision " + torchvision.__version__
    except ImportError:
        own = own_resnet(True, [3, 4, 6, 3], labels) if name == "resnet50" else own_resnet(False, [2, 2, 2, 2], labels)
        return own, "own layers"


def main(name, batch, threads, memory_format):
    torch.set_num_threads(threads)
    network, origin = build(name, 10)
    network.train().to(memory_format=memory_format)
    optimizer = torch.optim.Adam(network.parameters(), lr=1e-4)
    images = torch.rand(batch, 3, 32, 32).contiguous(memory_format=memory_format)
    labels = torch.randint(10, (batch,))
    print("ready: PyTorch", torch.__version__ + ",", origin, flush=True)
    for _ in sys.stdin:
        processor = time.process_time()
        start = time.perf_counter()
        optimizer.zero_grad(set_to_none=True)
        torch.nn.functional.cross_entropy(network(images), labels).backward()
        optimizer.step()
        print(time.perf_counter() - start, time.process_time() - processor, flush=True)


main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), getattr(torch, sys.argv[4]))
