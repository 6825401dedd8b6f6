import { foldersOfPackages } from '../src/bundle-packages';

it('knows the packages whose code is in a bundle, also those inside others and those of a workspace, once each', () => {
  const files = [
    'apps/ledger/src/main.ts',
    'node_modules/knex/lib/index.js',
    'node_modules/knex/lib/client.js',
    'node_modules/knex/node_modules/ms/index.js',
    'node_modules/@scope/name/inner/index.js',
    'libs/egress/node_modules/undici/index.js',
  ];
  expect(foldersOfPackages(files)).toEqual([
    'libs/egress/node_modules/undici',
    'node_modules/@scope/name',
    'node_modules/knex',
    'node_modules/knex/node_modules/ms',
  ]);
});
