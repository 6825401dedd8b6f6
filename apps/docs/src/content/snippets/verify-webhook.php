<?php

declare(strict_types=1);

const TOLERANCE_SECONDS = 300;

/** The key of a secret: what `whsec_` and base64 encode, of any other text its own bytes. */
function signing_key(string $secret): string
{
    return preg_match('/^whsec_([A-Za-z0-9+\/]+={0,2})$/D', $secret, $found) ? base64_decode($found[1]) : $secret;
}

/** $body is the body as it came, before any parser; $now is in Unix seconds. */
function is_valid(string $body, string $id, string $timestamp, string $signatures, string $secret, int $now): bool
{
    if (!ctype_digit($timestamp) || abs($now - (int) $timestamp) > TOLERANCE_SECONDS) {
        return false;
    }
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", signing_key($secret), true));
    // While a secret rotates, the header has a signature of each.
    foreach (explode(' ', $signatures) as $signature) {
        if (hash_equals($expected, $signature)) {
            return true;
        }
    }
    return false;
}

$valid = is_valid(
    (string) file_get_contents('php://stdin'),
    (string) getenv('WEBHOOK_ID'),
    (string) getenv('WEBHOOK_TIMESTAMP'),
    (string) getenv('WEBHOOK_SIGNATURE'),
    (string) getenv('WEBHOOK_SECRET'),
    time(),
);
echo $valid ? "valid\n" : "invalid\n";
exit($valid ? 0 : 1);
