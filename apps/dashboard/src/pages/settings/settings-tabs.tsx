import { PageTabs } from '../../parts/page-tabs';
import { useWords } from '../../words/words';
import { settingsWords } from './settings-words';

/** Below the title of each page of settings. */
export function SettingsTabs() {
  const say = useWords(settingsWords);
  return (
    <PageTabs
      label={say('settings')}
      tabs={[
        { path: '/settings', name: say('store'), needs: ['STORE:READ'], isExact: true },
        { path: '/settings/branding', name: say('branding'), needs: ['STORE:READ'] },
        { path: '/settings/providers', name: say('providers'), needs: ['CONNECT:READ'] },
        { path: '/team', name: say('team'), needs: ['MEMBER:READ'] },
        { path: '/audit', name: say('audit'), needs: ['AUDIT_LOG:READ'] },
      ]}
    />
  );
}
