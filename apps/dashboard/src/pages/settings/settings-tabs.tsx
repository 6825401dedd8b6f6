import { PageTabs, type PageTab } from '../../parts/page-tabs';
import { useStore } from '../../session/store-context';
import { defineWords, useWords } from '../../words/words';

/** Words of every page of settings. */
const settingsWords = defineWords(
  {
    settings: 'Configurações',
    store: 'Loja',
    branding: 'Página de pagamento',
    providers: 'Meios e provedores',
    fees: 'Tarifas',
    limits: 'Limites de saída',
    notifications: 'Notificações',
    team: 'Equipe',
    audit: 'Auditoria',
  },
  {
    settings: 'Settings',
    store: 'Store',
    branding: 'Payment page',
    providers: 'Methods and providers',
    fees: 'Fees',
    limits: 'Limits of money out',
    notifications: 'Notifications',
    team: 'Team',
    audit: 'Audit log',
  },
);

/** Below the title of each page of settings; in a sandbox without those of its store alone. */
export function SettingsTabs() {
  const say = useWords(settingsWords);
  const { isSandbox } = useStore();
  const providers: PageTab = { path: '/settings/providers', name: say('providers'), needs: ['CONNECT:READ'] };
  const tabs: readonly PageTab[] = [
    { path: '/settings', name: say('store'), needs: ['STORE:READ'], isExact: true },
    { path: '/settings/branding', name: say('branding'), needs: ['STORE:READ'] },
    ...(isSandbox ? [] : [providers]),
    { path: '/settings/fees', name: say('fees'), needs: ['STORE:READ'] },
    { path: '/settings/limits', name: say('limits'), needs: ['STORE:READ'] },
    { path: '/settings/notifications', name: say('notifications'), needs: ['STORE:READ'] },
    { path: '/team', name: say('team'), needs: ['MEMBER:READ'] },
    { path: '/audit', name: say('audit'), needs: ['AUDIT_LOG:READ'] },
  ];
  return <PageTabs label={say('settings')} tabs={tabs} />;
}
