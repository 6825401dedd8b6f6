import { Failure } from '../failure';
import { parseSpan } from './span';

/** 12:00 in America/Sao_Paulo. */
const now = '2027-01-31T15:00:00.000Z';

describe('a span of the clock', () => {
  it.each([
    ['90s', '2027-01-31T15:01:30.000Z'],
    ['30min', '2027-01-31T15:30:00.000Z'],
    ['12h', '2027-02-01T03:00:00.000Z'],
    ['7d', '2027-02-07T15:00:00.000Z'],
    ['2w', '2027-02-14T15:00:00.000Z'],
    ['1mo', '2027-02-28T15:00:00.000Z'],
    ['2mo', '2027-03-31T15:00:00.000Z'],
    ['13mo', '2028-02-29T15:00:00.000Z'],
    ['1y', '2028-01-31T15:00:00.000Z'],
  ])('%s later it is %s', (span, instant) => {
    expect(parseSpan(span)(now)).toBe(instant);
  });

  it('counts months by the days of America/Sao_Paulo', () => {
    // There it is still 22:00 of the 31st.
    expect(parseSpan('1mo')('2027-02-01T01:00:00.000Z')).toBe('2027-03-01T01:00:00.000Z');
  });

  it.each(['2027-03-01', '2027-03-01T12:00:00Z'])('takes the instant %s as it is', (instant) => {
    expect(parseSpan(instant)(now)).toBe(instant);
  });

  it.each(['', 'tomorrow', '1m', '-1d', '1.5h', '1mo2d'])('does not take «%s»', (span) => {
    expect(() => parseSpan(span)).toThrow(Failure);
  });
});
