import { Nullable, OneOf } from '../src/schema';

test('a name of a closed list that may be null has null in the list, as its document says', () => {
  expect(Nullable(OneOf('Owner', ['MERCHANT', 'OPERATOR']))).toMatchObject({
    type: ['string', 'null'],
    enum: ['MERCHANT', 'OPERATOR', null],
  });
});
