import { useGet } from '../../../session/use-get';
import { useWords } from '../../../words/words';
import { findBankName } from './bank-settings';
import type { ProviderKind } from './provider-settings';
import { providersWords } from './providers-words';

/** What the accounts of the store are called: one at a bank, which may take more than Pix, by the name of the bank. */
export function useProviderNames(): (provider: ProviderKind | 'SIMULATOR') => string {
  const say = useWords(providersWords);
  const { data: providers = [] } = useGet('/v2/providers/list', ['providers', 'list']);
  return (provider) =>
    findBankName(providers.find((one) => one.provider === provider)?.settings?.bank) ?? say(provider);
}
