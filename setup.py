"""Adds the compiled modules to what pyproject.toml says, when the build backend asks for them."""

from tempfile import TemporaryDirectory

from csplib_build import extensions
from setuptools import setup

# Building outside the checkout keeps leftovers of an earlier build out of the wheel.
with TemporaryDirectory(prefix="csplib-build-") as scratch:
    setup(ext_modules=extensions(), options={"build": {"build_base": scratch}})
