"""The kernels of battles: values in, values out; play, odds and cases share them."""
