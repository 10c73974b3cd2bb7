"""Every test can `import toy`: this folder is on the path because this file is in it."""
