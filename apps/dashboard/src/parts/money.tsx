import { formatMoney } from '../format/money';
import { useLanguage } from '../words/language';

/** An amount in centavos, its figures aligned with those below; a dash for none. */
export function Money({ centavos }: { readonly centavos: number | null | undefined }) {
  const { language } = useLanguage();
  return <span className="figures">{typeof centavos === 'number' ? formatMoney(centavos, language) : '—'}</span>;
}
