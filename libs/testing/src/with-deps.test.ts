import { withDeps } from './with-deps';

interface Deps {
  readonly name: string;
  readonly clock: number;
  readonly tools: { readonly clock: number };
}
const deps: Deps = { name: 'own', clock: 1, tools: { clock: 1 } };

it('withDeps replaces a tool inside transactions too, and leaves what it was given as it was', () => {
  expect(withDeps(deps, { clock: 2 })).toEqual({ name: 'own', clock: 2, tools: { clock: 2 } });
  expect(withDeps(deps, { name: 'other' })).toEqual({ name: 'other', clock: 1, tools: { clock: 1 } });
  expect(deps).toEqual({ name: 'own', clock: 1, tools: { clock: 1 } });
});

it('withDeps takes no name that the dependencies lack, which the compiler checks', () => {
  // @ts-expect-error -- the old name of a dependency, after it was renamed
  expect(withDeps(deps, { title: 'other' })).toMatchObject(deps);
});
