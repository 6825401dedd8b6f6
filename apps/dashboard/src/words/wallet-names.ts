/** As their owners write them, in every language. */
export const walletNames = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' };
