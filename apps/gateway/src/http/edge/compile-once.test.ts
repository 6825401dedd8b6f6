import { compileOnce } from './compile-once';

it('compiles a schema at its first use, once for all its routes, and another one for itself', () => {
  const compiled: string[] = [];
  const compile = compileOnce((route: { readonly schema: { readonly name: string }; readonly url: string }) => {
    compiled.push(`${route.schema.name} of ${route.url}`);
    return (input: string) => `${route.schema.name}: ${input}`;
  });
  const [charge, refund] = [{ name: 'charge' }, { name: 'refund' }];
  const [first, second, third] = [
    compile({ schema: charge, url: '/a' }),
    compile({ schema: charge, url: '/b' }),
    compile({ schema: refund, url: '/a' }),
  ];
  expect(compiled).toEqual([]);
  expect([second('1'), first('2'), second('3'), third('4')]).toEqual([
    'charge: 1',
    'charge: 2',
    'charge: 3',
    'refund: 4',
  ]);
  expect(compiled).toEqual(['charge of /b', 'refund of /a']);
});
