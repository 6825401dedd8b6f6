import { findPeriodProblem, periodsOn } from './periods';

describe('the periods of a filter', () => {
  it.each([
    ['2026-11-23', '2026-10-01', '2026-10-31', '2026-11-17', '2026-10-25'],
    ['2027-01-01', '2026-12-01', '2026-12-31', '2026-12-26', '2026-12-03'],
    ['2028-03-01', '2028-02-01', '2028-02-29', '2028-02-24', '2028-02-01'],
  ])('on %s count the days of the calendar, both ends included', (today, lastFirst, lastLast, week, thirty) => {
    expect(periodsOn(today)).toEqual({
      today: { startDate: today, endDate: today },
      week: { startDate: week, endDate: today },
      month30: { startDate: thirty, endDate: today },
      thisMonth: { startDate: `${today.slice(0, 7)}-01`, endDate: today },
      lastMonth: { startDate: lastFirst, endDate: lastLast },
    });
  });
});

describe('the period of a report', () => {
  it.each([
    [undefined, '2026-10-01', '2026-10-31'],
    [undefined, '2026-10-01', '2026-10-01'],
    ['tooLong', '2026-10-01', '2026-11-01'],
    ['backwards', '2026-10-02', '2026-10-01'],
  ])('is %s from %s to %s where 31 days are allowed', (problem, startDate, endDate) => {
    expect(findPeriodProblem({ startDate, endDate }, 31)).toBe(problem);
  });
});
