import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as ts from 'typescript';
import { wholeApi } from './whole-api';

const reactTypes = join(__dirname, '../../../node_modules/@types/react');

/** A merchant's page in TypeScript; a refusal that does not come is an error too. */
const consumer = `
import type { CardFields, CardToken, Confirmation, PitangaError } from './pitanga';

const fields: CardFields = Pitanga('pk_dev_12345678').cardFields({
  element: document.body,
  language: 'en',
  style: { theme: 'dark', colorText: '#102030', fontSize: 18 },
});
const stop: () => void = fields.on('ready', () => undefined);
fields.on('change', ({ complete, empty, brand, error }) => {
  const known: string = brand ?? 'unknown';
  const said: boolean = complete || empty || error === 'expired_card';
  // @ts-expect-error no such code
  return error === 'expired' || known === String(said);
});
fields.on('error', ({ code, field, retryAfter }: PitangaError) => [code === 'invalid_key', field === 'cvv', (retryAfter ?? 0) + 1]);

export async function pay(actionUrl: string): Promise<string> {
  const token: CardToken = await fields.createToken({ holderName: 'ANA SOUZA' });
  const { status }: Confirmation = await window.Pitanga.confirm({ actionUrl, language: 'pt-BR' });
  fields.focus();
  fields.unmount();
  stop();
  return status === 'PAID' ? token.id + token.expiresAt + Pitanga.version : status;
}

// @ts-expect-error a name is needed
void fields.createToken({});
// @ts-expect-error there is no such event
fields.on('blur', () => undefined);
// @ts-expect-error nothing loads
Pitanga('pk_dev_12345678').cardFields({ element: '#card', style: { backgroundImage: 'url(x)' } });
// @ts-expect-error an element is needed
Pitanga('pk_dev_12345678').cardFields({ language: 'en' });
`;

describe('the types of the card fields', () => {
  let folder: string;
  beforeAll(async () => {
    const api = await wholeApi();
    folder = mkdtempSync(join(tmpdir(), 'pitanga-types-'));
    writeFileSync(join(folder, 'pitanga.d.ts'), (await api.get('/js/v1/pitanga.d.ts')).text);
    await api.app.close();
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('serve a merchant’s strict TypeScript, and refuse what the script refuses', () => {
    writeFileSync(join(folder, 'page.ts'), consumer);
    expect(problemsOf(join(folder, 'page.ts'))).toEqual([]);
  });

  it('serve the example in React', () => {
    cpSync(join(__dirname, '../../../examples/card-fields/card-form.tsx'), join(folder, 'card-form.tsx'));
    expect(problemsOf(join(folder, 'card-form.tsx'))).toEqual([]);
  });
});

function problemsOf(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: false,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    types: [],
    jsx: ts.JsxEmit.ReactJSX,
    // The page is outside the repository, as a merchant's is.
    paths: { react: [reactTypes], 'react/*': [`${reactTypes}/*`] },
  });
  const found = ts.getPreEmitDiagnostics(program);
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
