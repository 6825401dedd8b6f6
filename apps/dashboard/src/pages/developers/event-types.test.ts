import { anyEventTypes, listEventGroups, eventTypes } from './event-types';

describe('events that a webhook may take', () => {
  it('are each in one group of their version', () => {
    const grouped = listEventGroups(true).flatMap(([, types]) => types);
    expect([...grouped].sort()).toEqual([...eventTypes].sort());
    expect(listEventGroups(false)).toEqual([['v1', ['billing.paid', 'withdraw.done', 'withdraw.failed']]]);
    expect(anyEventTypes).toHaveLength(eventTypes.length + 3);
  });
});
