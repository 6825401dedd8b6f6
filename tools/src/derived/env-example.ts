import { serviceNames } from '@pitanga/operations/services';
import { settingsOf } from './service-configs';

const head = `# Every setting of every service, generated from the configuration schemas (npm run env-example).
# npm start sets what has no default by itself. A setting that holds a secret may come from a file: NAME_FILE.
# For one service of npm start, put its name before the setting: BILLING_LOG_LEVEL=debug.
`;

/** The text of .env.example: one section a service; settings with a default are commented out with it. */
export function envExample(): string {
  const sections = serviceNames.map((service) => {
    const lines = settingsOf(service).map(
      ({ name, default: fallback, isRequired, description }) =>
        `# ${description}\n${isRequired ? '' : '# '}${name}=${fallback ?? ''}`,
    );
    return `\n# --- ${service} ---\n${lines.join('\n')}\n`;
  });
  return head + sections.join('');
}
