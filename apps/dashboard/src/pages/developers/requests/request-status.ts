import type { Tone } from '../../../parts/status';

export const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const;

/** Refused is the caller's to mend, a failure is ours. */
export function statusTone(status: number): Tone {
  if (status >= 500) return 'bad';
  if (status >= 400) return 'wait';
  return status >= 300 ? 'quiet' : 'good';
}
