import { cardPlaces } from './card-places';

const place = (columns: Parameters<typeof cardPlaces>[0]) => [...cardPlaces(columns).values()];

describe('the card of a row', () => {
  it('has name, amount, date and state in its corners, also of columns that a narrow table leaves out', () => {
    expect(
      place([
        { id: 'amount', kind: 'money' },
        { id: 'status', kind: 'state' },
        { id: 'payer' },
        { id: 'method' },
        { id: 'origin', isExtra: true },
        { id: 'createdAt', kind: 'instant', isExtra: true },
        { id: 'fee', kind: 'money', isExtra: true },
      ]),
    ).toEqual(['amount', 'state', 'title', 'line', 'none', 'date', 'none']);
  });

  it('has the first text as its title, an extra one where there is no other', () => {
    expect(
      place([
        { id: 'externalId', isExtra: true },
        { id: 'status', kind: 'state' },
      ]),
    ).toEqual(['title', 'state']);
    expect(place([{ id: 'email', isExtra: true }, { id: 'name' }])).toEqual(['none', 'title']);
    expect(place([{ id: 'status' }, { id: 'key' }])).toEqual(['state', 'title']);
  });
});
