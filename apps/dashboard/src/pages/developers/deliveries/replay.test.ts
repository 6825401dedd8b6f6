import { localMinute } from '../../../format/time';
import { replayBody } from './replay';

const form = {
  webhookId: 'webh_1',
  from: '2026-11-23T09:00',
  to: '2026-11-23T12:00',
  status: '',
  includeMissing: false,
} as const;

describe('a replay', () => {
  it('is asked for by the clock of São Paulo', () => {
    expect(replayBody(form)).toEqual({
      webhookId: 'webh_1',
      from: '2026-11-23T09:00:00-03:00',
      to: '2026-11-23T12:00:00-03:00',
    });
    expect(replayBody({ ...form, status: 'FAILED' })).toMatchObject({ status: 'FAILED' });
    expect(replayBody({ ...form, includeMissing: true })).toMatchObject({ includeMissing: true });
    expect(localMinute(new Date('2026-11-23T02:30:59Z'))).toBe('2026-11-22T23:30');
  });

  it('ends after it starts, within 7 days, and is of a webhook', () => {
    expect(replayBody({ ...form, to: form.from })).toBeUndefined();
    expect(replayBody({ ...form, to: '' })).toBeUndefined();
    expect(replayBody({ ...form, to: '2026-11-30T09:00' })).toBeDefined();
    expect(replayBody({ ...form, to: '2026-11-30T09:01' })).toBeUndefined();
    expect(replayBody({ ...form, webhookId: '' })).toBeUndefined();
  });
});
