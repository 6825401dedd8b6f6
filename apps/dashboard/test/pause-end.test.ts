import { createElement } from 'react';
import { PauseEndFields, toPauseInput, type PauseEnd } from '../src/pages/subscriptions/pause-end';
import { render } from './render';

const today = '2026-11-28';
const end: PauseEnd = { day: '2026-12-28', resumeFrom: undefined };

const draw = (cycle: 'MONTHLY' | 'ANNUALLY', shown = end, cancelAt: string | null = null) =>
  render(
    createElement(PauseEndFields, {
      end: shown,
      today,
      subscription: { frequency: { cycle }, cancelAt },
      onChange: () => undefined,
    }),
  );

/** The value of the radio that is chosen. */
const chosen = (html: string) => /<input[^>]*checked=""[^>]*value="(\w+)"/.exec(html)?.[1];

describe('the end of a pause by itself', () => {
  it('asks for the day, and for what the charges after it are counted from', async () => {
    const html = await draw('MONTHLY');
    expect(html).toMatch(/<input[^>]*type="date"[^>]*min="2026-11-29"[^>]*max="2028-11-27"/);
    expect(html).toContain('Volta sozinha em');
    expect(html).toContain('No dia em que a pausa terminar');
    expect(html).toContain('No vencimento de sempre');
  });

  it.each([
    ['MONTHLY', undefined, 'ANCHOR'],
    ['ANNUALLY', undefined, 'NOW'],
    ['ANNUALLY', 'ANCHOR', 'ANCHOR'],
    ['MONTHLY', 'NOW', 'NOW'],
  ] as const)('of a %s one with %p chosen shows %s', async (cycle, resumeFrom, shown) => {
    expect(chosen(await draw(cycle, { ...end, resumeFrom }))).toBe(shown);
  });

  it('does not ask where a subscription is to end, which resumes at its due date', async () => {
    expect(await draw('ANNUALLY', end, '2027-01-01T00:00:00.000Z')).not.toContain('No vencimento de sempre');
  });

  it.each(['', today, '2028-11-28'])('refuses the day %j with a sentence', async (day) => {
    expect(await draw('MONTHLY', { ...end, day })).toContain('De amanhã até 730 dias.');
    expect(toPauseInput({ ...end, day }, today)).toBeUndefined();
  });

  it('is asked of the API as midnight of the day, with what was chosen and nothing that was not', () => {
    expect(toPauseInput(end, today)).toEqual({ resumesAt: '2026-12-28T00:00:00-03:00' });
    expect(toPauseInput({ ...end, resumeFrom: 'NOW' }, today)).toEqual({
      resumesAt: '2026-12-28T00:00:00-03:00',
      resumeFrom: 'NOW',
    });
  });
});
