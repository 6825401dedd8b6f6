import { pageRequest } from './lists';

const now = new Date('2026-11-21T02:30:00.000Z'); // still 20 November in São Paulo

describe('v2 list rules', () => {
  const refused = (query: Parameters<typeof pageRequest>[0]) => {
    try {
      pageRequest(query, now);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };

  it('asks for a hundred records when no limit is given', () => {
    expect(pageRequest({}, now)).toEqual({
      limit: 100,
      after: undefined,
      before: undefined,
      createdFrom: undefined,
      createdTo: undefined,
    });
  });

  it('takes both dates as whole days in São Paulo', () => {
    const { createdFrom, createdTo } = pageRequest({ startDate: '2026-03-01', endDate: '2026-03-01' }, now);
    expect(createdFrom).toEqual(new Date('2026-03-01T03:00:00.000Z'));
    expect(createdTo).toEqual(new Date('2026-03-02T03:00:00.000Z'));
  });

  it('refuses both cursors, days that do not exist, days out of range and an end before the start', () => {
    expect(refused({ after: 'a', before: 'b' })).toBe("Properties 'after' and 'before' should not be used together");
    expect(refused({ startDate: '2025-02-30' })).toBe("Property 'startDate' should be a day YYYY-MM-DD");
    expect(refused({ startDate: '2023-12-31' })).toBe("Property 'startDate' should not be before 2024-01-01");
    expect(refused({ endDate: '2027-11-21' })).toBe("Property 'endDate' should not be more than 1 year ahead");
    expect(refused({ startDate: '2025-02-02', endDate: '2025-02-01' })).toBe(
      "Property 'startDate' should not be after 'endDate'",
    );
  });

  it('accepts the first day, the last day and one and the same day', () => {
    for (const day of ['2024-01-01', '2027-11-20', '2024-02-29'])
      expect(refused({ startDate: day, endDate: day })).toBeUndefined();
  });
});
