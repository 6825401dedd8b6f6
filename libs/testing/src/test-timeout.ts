/**
 * How long a test waits for what is not about time: a busy machine may stand still for seconds, and a deadline costs
 * nothing while tests pass. The default of Jest (`jest.config.cjs`) is the same.
 */
export const testTimeoutMs = 60_000;
