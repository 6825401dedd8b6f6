import { parseInstant, isInstantOrDay } from './instant-or-day';

describe('an instant or a day', () => {
  it.each([
    ['2027-01-31', '2027-01-31T03:00:00.000Z'],
    ['2027-01-31T12:00:00.000Z', '2027-01-31T12:00:00.000Z'],
    ['2027-01-31T12:00-03:00', '2027-01-31T15:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(isInstantOrDay(text)).toBe(true);
    expect(parseInstant(text).toISOString()).toBe(instant);
  });

  it.each([
    '',
    'now',
    '2027',
    '2027-1-1',
    '2027-02-29',
    '2027-02-29T00:00:00Z',
    '2027-01-01T00:00:00',
    '2027-01-01 00:00Z',
  ])('%j is neither', (text) => {
    expect(isInstantOrDay(text)).toBe(false);
  });
});
