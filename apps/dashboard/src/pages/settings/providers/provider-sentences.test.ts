import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providerSentences } from './provider-sentences';
import { sayProviderSentence } from './say-provider-sentence';

const root = join(__dirname, '../../../../../..');

/** Where sentences about accounts that do not work are made. */
const sources = [
  ...globSync('apps/{billing,payouts}/src/**/*{account,efi}-check.ts', { cwd: root }),
  'libs/provider-account/src/provider-faults.ts',
  'apps/billing/src/managing/asaas-account-service.ts',
  'apps/billing/src/managing/test-pix-account.ts',
  'apps/billing/src/stripe/stripe-account-reading.ts',
  'apps/gateway/src/readiness/account-order.ts',
];

/** What the operator's command prints. */
const ofOperator = /^It was not asked to|^Asaas calls https addresses only/;

/** Literals that are a sentence for a person, with what differs as {}. */
function findSentences(file: string): readonly string[] {
  const code = readFileSync(join(root, file), 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const literals = [...code.matchAll(/(['"`])((?:(?!\1).|\\\1)*)\1/g)].map(([, , text = '']) => text);
  return literals
    .map((text) => plain(text.replaceAll('${', '{').replace(/\.$/, '')))
    .filter((text) => /^[A-Z{].* .* .*/.test(text));
}

const plain = (text: string): string => text.replaceAll(/\{[^}]*\}/g, '{}');

describe('what is wrong with an account at a provider', () => {
  it('is said in Portuguese, whatever service found it', () => {
    const known = providerSentences.map(([english]) => plain(english));
    // A part of a sentence that is put together stands in the whole.
    const missing = sources
      .flatMap(findSentences)
      .filter((sentence) => !ofOperator.test(sentence))
      .filter(
        (sentence) =>
          !known.some((one) => one.includes(sentence) || partsOf(sentence).every((part) => one.includes(part))),
      );
    expect(missing).toEqual([]);
  });

  it('keeps names, numbers and routes, and several sentences', () => {
    const text =
      "Nothing answers at pix.bank.example: look at the address and the port. The clock of this installation is 90 s ahead of the provider's";
    expect(sayProviderSentence(text, 'pt-BR')).toBe(
      'Ninguém responde em pix.bank.example: confira o endereço e a porta. O relógio desta instalação está 90 s adiantado em relação ao do provedor',
    );
    expect(sayProviderSentence(text, 'en')).toBe(text);
    expect(sayProviderSentence('Something else.', 'pt-BR')).toBe('Something else.');
  });

  it('says which account rests, how each has answered, and who is asked next, by the names of the pages', () => {
    const text =
      'Efí (BACEN_PIX) rests since 2026-11-29T01:00:00.000Z: its answers come too late. PIX is taken through Efí (BACEN_PIX), which answers as it should. What it cannot make goes to STRIPE, then to ASAAS. STRIPE made 5 of 9 payments of the last minutes, in 1.3 s on average. STRIPE last failed at 2026-11-29T01:00:00.000Z: it refused.';
    expect(sayProviderSentence(text.slice(0, -1), 'pt-BR')).toBe(
      'Efí está em descanso desde 2026-11-29T01:00:00.000Z: responde tarde demais. Quem processa é Efí, que responde como deve. O que não conseguir vai para Stripe, depois para Asaas. Stripe criou 5 de 9 pagamentos nos últimos minutos, em 1,3 s em média. A última falha de Stripe foi em 2026-11-29T01:00:00.000Z: recusou',
    );
  });

  it('names settings as the form does, and a bank without a name as one', () => {
    expect(sayProviderSentence("Property 'privateKey' is missing", 'pt-BR')).toBe("Falta 'Chave privada (PEM)'");
    expect(sayProviderSentence("Property 'appKey' is missing: The bank asks for it", 'pt-BR')).toBe(
      "Falta 'Chave da aplicação': o banco pede",
    );
    expect(sayProviderSentence("Property 'privateKey' is missing", 'en')).toBe(
      "Property 'Private key (PEM)' is missing",
    );
  });

  it('names the same things in both languages', () => {
    const names = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    for (const [english, portuguese] of providerSentences) {
      for (const name of names(portuguese)) expect([english, names(english).has(name)]).toEqual([english, true]);
    }
  });
});

/** The pieces around what differs, which may be words that are chosen. */
function partsOf(sentence: string): readonly string[] {
  return sentence
    .split('{}')
    .map((part) => part.trim())
    .filter((part) => part.length > 3);
}
