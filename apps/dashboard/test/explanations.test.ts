import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { problemTable } from '../src/api/gen/problem-table';
import { Problem } from '../src/api/problem';
import { ProblemText } from '../src/parts/problem-text';
import { explain } from '../src/problems/explain';
import { knownSentences, leftOfLimit } from '../src/problems/known-values';
import { merchantAdvice } from '../src/problems/merchant-advice';
import { merchantSentences } from '../src/problems/merchant-sentences';
import { findPlace, placePaths } from '../src/problems/problem-places';
import { sharedAdvice } from '../src/problems/shared-advice';
import { loadExplanations } from '../src/problems/use-explanation';
import { unknownWords } from '../src/problems/unknown-words';
import { LanguageContext, languages } from '../src/words/language';
import { storePages } from '../src/app/store-pages';

const root = join(__dirname, '../../..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

const publicCodes = (JSON.parse(textOf('docs/api/errors.json')) as readonly { code: string }[]).map(({ code }) => code);
/** Those of people who sign in, by docs/behaviour/people.md#codes. */
const personCodes = [
  ...(textOf('docs/behaviour/people.md').split('<a id="codes"></a>')[1] ?? '').matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g),
].flatMap(([, code = '']) => code);
const codes = [...new Set([...publicCodes, ...personCodes])];

const apiSentence = 'A sentence of the API';
const problemOf = (code: string, message = apiSentence): Problem =>
  new Problem(message, code as never, 400, 'req_1', undefined);

/** Words of programs: code, names of fields, headers, formats. */
const forPrograms =
  /[`_]|\b[a-z]+[A-Z]\w*|Retry-After|Idempotency|\bJSON\b|\bHTTP\b|requisiç|\bthe request\b|\bdev key\b|endpoint/;

describe.each(languages)('in %s, every code', (language) => {
  const said = codes.map((code) => ({ code, ...explain(problemOf(code), language) }));

  it('has a sentence and an advice of its own', () => {
    expect(codes.length).toBeGreaterThan(320);
    const unknown = unknownWords[language];
    const lacking = said.filter(
      ({ sentence, advice }) =>
        sentence === '' || advice === '' || sentence === unknown.sentence || advice === unknown.advice,
    );
    expect(lacking).toEqual([]);
  });

  it('speaks to a merchant and not to a program', () => {
    const technical = said.filter(({ sentence, advice }) => forPrograms.test(`${sentence} ${advice}`));
    expect(technical.map(({ code, sentence, advice }) => [code, sentence, advice])).toEqual([]);
  });

  it('is shown with its advice, and the API’s sentence inside the fold alone', async () => {
    await loadExplanations();
    const drawn = said.map(({ code, sentence, advice }) => {
      const notice = createElement(
        LanguageContext,
        { value: { language, choose: () => undefined } },
        createElement(MantineProvider, null, createElement(ProblemText, { problem: problemOf(code) })),
      );
      const [open = '', fold = ''] = renderToStaticMarkup(notice).split('<details');
      const text = open.replaceAll('&quot;', '"').replaceAll('&#x27;', "'");
      return [text.includes(sentence), text.includes(advice), open.includes(apiSentence), fold.includes(apiSentence)];
    });
    expect(drawn).toEqual(said.map(() => [true, true, false, true]));
  });
});

it('what the dashboard says in its own words is of codes that exist, and once', () => {
  const shared = Object.values(sharedAdvice).flat();
  const own = [...Object.keys(merchantAdvice.en), ...shared];
  expect([...Object.keys(merchantSentences.en), ...own].filter((code) => !codes.includes(code))).toEqual([]);
  expect(own.filter((code, at) => own.indexOf(code) !== at)).toEqual([]);
});

it('a code of a newer server says something general in the words of the person', () => {
  expect(explain(problemOf('CODE_OF_TOMORROW'), 'pt-BR').sentence).toBe(unknownWords['pt-BR'].sentence);
});

it('the links of problems lead to pages that exist', () => {
  const paths = [...storePages.map(({ path }) => path), '//sign-in', '//stores', '//account'];
  expect(Object.values(placePaths).filter((path) => !paths.includes(path))).toEqual([]);
  expect(findPlace('PROVIDER_NOT_CONFIGURED')).toBe('providers');
});

it('the sentences whose values are shown are those of the sources', () => {
  const sources = globSync('apps/{billing,ledger,payouts,subscriptions}/src/**/*.ts', { cwd: root }).map(textOf);
  const templates = [...Object.values(knownSentences), leftOfLimit];
  const gone = templates.filter((template) => {
    const parts = template.split(/\{\w+\}/).filter((part) => part.trim() !== '');
    return !sources.some((source) => parts.every((part) => source.includes(part) || source.includes(part.trimEnd())));
  });
  expect(gone).toEqual([]);
});

it.each([
  [
    'INSUFFICIENT_FUNDS',
    'INSUFFICIENT_FUNDS: the available balance is R$ 0,00 and the operation needs R$ 227,32',
    /Disponível: R\$\s0,00\. Necessário: R\$\s227,32\./,
  ],
  ['INSUFFICIENT_FUNDS', 'the available balance is -R$ 1,00 and the operation needs R$ 5,00', /-R\$\s1,00/],
  ['REFUND_EXCEEDS_LEFT', 'What is left to refund of this charge is R$ 64,95 (6495 centavos)', /Restam R\$\s64,95\./],
  [
    'BOLETO_AMOUNT_OUT_OF_RANGE',
    'The amount of a BOLETO of this store should be from 500 to 100000',
    /R\$\s5,00 a R\$\s1\.000,00/,
  ],
  [
    'PAYOUT_LIMIT_EXCEEDED',
    'PAYOUT_LIMIT_EXCEEDED: R$ 10,00 (1000 centavos) are left of the limit of the night until 2026-11-30T09:00:00.000Z',
    /Restam R\$\s10,00 até 30\/11\/2026/,
  ],
  ['COUPON_PAST_END', 'This coupon expired at 2026-11-30T09:00:00.000Z', /Venceu em 30\/11\/2026, 06:00\./],
] as const)('%s shows the values of its case: %s', (code, sentence, said) => {
  expect(explain(problemOf(code, sentence), 'pt-BR').values).toMatch(said);
});

it.each([
  ["Property 'email' should be an e-mail address", ['email'], 'Digite um e-mail, como nome@exemplo.com.br.'],
  [
    "Property 'customer.taxId' should be a valid CPF or CNPJ",
    ['customer.taxId'],
    'Este CPF ou CNPJ não é válido: confira os dígitos.',
  ],
  ["Property 'name' is missing", ['name'], 'Preencha este campo.'],
  ["Expected property 'id' to be string but found: undefined", ['id'], 'Preencha este campo.'],
  ["Property 'name' should have 1 to 100 characters", ['name'], 'Digite de 1 a 100 caracteres.'],
  ["Property 'name' should have at most 80 characters", ['name'], 'Digite no máximo 80 caracteres.'],
  ["Property 'items[0].quantity' should be from 1 to 99", ['items[0].quantity'], 'Deve ser de 1 a 99.'],
  ["Property 'startDate' should not be after 'endDate'", ['startDate'], 'Não pode passar de “Data final”.'],
  ["Property 'endDate' should be later than 'startDate'", ['endDate'], 'Deve vir depois de “Data inicial”.'],
  [
    "Properties 'startDate' and 'endDate' should be at most 31 days apart",
    ['startDate', 'endDate'],
    'Escolha no máximo 31 dias.',
  ],
  ["Property 'status' should be one of: PENDING, PAID", ['status'], 'Escolha um valor que existe.'],
  [
    "Property 'completionUrl' should be a valid http or https URL",
    ['completionUrl'],
    'Digite um endereço completo, como https://exemplo.com.br, sem espaços nem senha.',
  ],
  ["Property 'expiresAt' should be later than now", ['expiresAt'], 'Escolha uma data que ainda não passou.'],
  ["Property 'x' should be green", ['x'], 'Este valor não é aceito.'],
] as const)('a broken rule stands at its field: %s', (sentence, fields, said) => {
  const found = explain(problemOf('INVALID_ARGUMENT', sentence), 'pt-BR');
  expect([found.fields, found.atField]).toEqual([fields, said]);
});

it('an amount in a rule is money', () => {
  const sentence = "Property 'amount' should be at least 100";
  expect(explain(problemOf('INVALID_ARGUMENT', sentence), 'pt-BR').atField).toMatch(/pelo menos R\$\s1,00\./);
});

it('a refusal by another code stands at its field, with what to do', () => {
  const found = explain(problemOf('DOWNLOAD_FAILED', "Property 'imageUrl' could not be downloaded"), 'pt-BR');
  expect(found.fields).toEqual(['imageUrl']);
  expect(found.atField).toBe(`${found.sentence} ${found.advice}`);
});

it('no file shows the API’s sentence outside of the fold', () => {
  const readers = globSync('apps/dashboard/src/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (name) => /(^|\/)gen(\/|$)|\.test\.ts$/.test(name),
  }).filter((file) =>
    /\b(\w*[pP]roblem|\w*[eE]rror)\??\.message\b|[{,]\s*message\b[^=]*\}\s*(=|:\s*Problem)/.test(textOf(file)),
  );
  const fields = readers.filter((file) => /fieldState\.error|errors\.\w+/.test(textOf(file)));
  expect(readers.filter((file) => !fields.includes(file)).sort()).toEqual([
    // Reads its values.
    'apps/dashboard/src/pages/charges/refund-shortage.ts',
    // Says it in the person's language.
    'apps/dashboard/src/pages/settings/providers/use-provider-sentence.ts',
    // The fold.
    'apps/dashboard/src/parts/problem-details.tsx',
    'apps/dashboard/src/problems/explain.ts',
  ]);
});

it('has the table of all codes', () => {
  expect(Object.keys(problemTable.en)).toEqual(publicCodes);
});
