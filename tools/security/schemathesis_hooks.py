"""Loaded by schemathesis (SCHEMATHESIS_HOOKS) for chains of requests."""

import uuid

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    """Drawn Idempotency-Keys are short and come again: each would be refused for having been of another request."""
    headers = case.headers or {}
    for name in list(headers):
        if name.lower() == "idempotency-key":
            headers[name] = str(uuid.uuid4())
