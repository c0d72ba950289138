"""Kernels under test are kept where the product keeps them."""

from libs.engines.compiled import use_cache

# Before any test module imports numba.
use_cache()
