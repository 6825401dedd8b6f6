import { defineWords } from '../../words/words';

/** Words of every page of settings. */
export const settingsWords = defineWords(
  {
    settings: 'Configurações',
    store: 'Loja',
    branding: 'Página de pagamento',
    providers: 'Meios e provedores',
    team: 'Equipe',
    audit: 'Auditoria',
  },
  {
    settings: 'Settings',
    store: 'Store',
    branding: 'Payment page',
    providers: 'Methods and providers',
    team: 'Team',
    audit: 'Audit log',
  },
);
