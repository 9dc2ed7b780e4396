"""Writes the weight files that the tests read: python3 make.py, with numpy, torch and, for one file, safetensors."""
import json, struct
import numpy, torch

torch.manual_seed(7)
network = torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3, bias=False), torch.nn.BatchNorm2d(2), torch.nn.Linear(2, 3))
network(torch.zeros(4, 1, 4, 4))  # so that num_batches_tracked is 1
with torch.no_grad():  # values that can be told by hand
    for tensor in network.state_dict().values():
        if tensor.dtype == torch.float32:
            tensor.copy_((torch.arange(tensor.numel()) / 8 - 1).reshape(tensor.shape))

# docs/networks.md, "Weights from PyTorch"
numpy.savez("network.npz", **{name: value.numpy() for name, value in network.state_dict().items()})

grid = numpy.arange(24).reshape(2, 3, 4) / 4 - 2
arrays = {
    "f4": grid.astype("<f4"),
    "f8": grid.astype("<f8"),
    "f2": numpy.array([0, 1, -2, 65504, 2.0**-14, 2.0**-24, 1 / 3], "<f2"),
    "fortran": numpy.asfortranarray(grid.astype("<f4")),
    "scalar": numpy.array(16777217, "<i8"),
    "empty": numpy.zeros((0, 3), "<f4"),
    "zeros": numpy.zeros((30, 10), "<f4"),
}
numpy.savez("arrays.npz", **arrays)
numpy.savez_compressed("arrays-compressed.npz", **arrays)


def write_npy(path, array, version):
    with open(path, "wb") as file:
        numpy.lib.format.write_array(file, array, version)


write_npy("version2.npy", arrays["fortran"], (2, 0))
write_npy("version3.npy", arrays["f8"], (3, 0))


def write_safetensors(path, tensors, metadata):
    """By the format's definition: length, header, data."""
    kinds = {torch.float32: "F32", torch.float16: "F16", torch.bfloat16: "BF16", torch.float64: "F64", torch.int64: "I64"}
    header, data = {"__metadata__": metadata}, b""
    for name, tensor in tensors.items():
        values = tensor.contiguous()
        raw = (values.view(torch.int16) if values.dtype == torch.bfloat16 else values).numpy().tobytes()
        offsets = [len(data), len(data) + len(raw)]
        header[name] = {"dtype": kinds[tensor.dtype], "shape": list(tensor.shape), "data_offsets": offsets}
        data += raw
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + data)


values = torch.arange(24).reshape(2, 3, 4) / 4 - 2
write_safetensors(
    "tensors.safetensors",
    {
        "f32": values,
        "f64": values.double(),
        "f16": torch.tensor([0, 1, -2, 65504, 2.0**-14, 2.0**-24, 1 / 3]).half(),
        "bf16": torch.tensor([0, 1, -2, 3.140625]).bfloat16(),
        "scalar": torch.tensor(16777217),
        "empty": torch.zeros(0, 3),
    },
    {"format": "pt"},
)

try:
    from safetensors.torch import save_file

    # docs/networks.md, "Weights from PyTorch"
    save_file({name: value.contiguous() for name, value in network.state_dict().items()}, "network.safetensors")
except ImportError:
    print("network.safetensors: not written, the safetensors package is missing")
