import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '../src');

it('a dialog is a Dialog, which gives the focus back when it goes; or stays drawn while it is closed', () => {
  const users = globSync('**/*.tsx', { cwd: root }).filter((file) =>
    /import \{[^}]*\bModal\b[^}]*\} from '@mantine\/core'/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(users.sort()).toEqual([
    'parts/dialog.tsx',
    // Open and closed by a property: Mantine gives the focus back itself.
    'search/search-dialog.tsx',
    'second-factor/second-factor-dialog.tsx',
  ]);
});
