// Nothing to call: what this target has runs before main.
