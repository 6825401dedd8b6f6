import { serviceNames } from '@pitanga/operations/services';
import { listSettings, type Setting } from './service-configs';

const head = `# Configuration

Every setting of every service, generated from the configuration schemas (\`npm run env-example\`). A service reads its
settings from the environment when it starts, and refuses to start with one message that names all problems.

- \`NAME_FILE\` names a file that holds the value of \`NAME\`: mounted secrets. An empty variable counts as absent.
- Behaviour changes by setting only; no service knows the name of its environment.
- Telemetry is the standard \`OTEL_*\` environment; without \`OTEL_EXPORTER_OTLP_ENDPOINT\` nothing is traced.
- \`npm start\` sets what is required by itself; \`BILLING_LOG_LEVEL=debug npm start\` sets one for one service.

`;

/** The text of docs/configuration.md: one row for each setting, with the services that have it. */
export function configurationDoc(): string {
  const rows = new Map<string, { setting: Setting; services: string[] }>();
  for (const service of serviceNames) {
    for (const setting of listSettings(service)) {
      // A setting that differs between services (the gateway's PORT) has a row for each of its forms.
      const key = JSON.stringify(setting);
      const row = rows.get(key) ?? { setting, services: [] };
      row.services.push(service);
      rows.set(key, row);
    }
  }
  const header = ['Setting', 'Services', 'Default', 'Values', 'Meaning'];
  const lines = [...rows.values()].map(({ setting, services }) => [
    `\`${setting.name}\``,
    services.length === serviceNames.length ? 'all' : services.join(', '),
    defaultText(setting),
    setting.values,
    setting.description,
  ]);
  return head + markdownTable([header, ...lines]);
}

const envHead = `# Every setting of every service, generated from the configuration schemas (npm run env-example).
# npm start sets what has no default by itself. A setting that holds a secret may come from a file: NAME_FILE.
# For one service of npm start, put its name before the setting: BILLING_LOG_LEVEL=debug.
`;

/** The text of .env.example: one section a service; settings with a default are commented out with it. */
export function envExample(): string {
  const sections = serviceNames.map((service) => {
    const lines = listSettings(service).map(
      ({ name, default: fallback, isRequired, description }) =>
        `# ${description}\n${isRequired ? '' : '# '}${name}=${fallback ?? ''}`,
    );
    return `\n# --- ${service} ---\n${lines.join('\n')}\n`;
  });
  return envHead + sections.join('');
}

function defaultText({ default: fallback, isRequired }: Setting): string {
  if (isRequired) return '**required**';
  return fallback === undefined || fallback === '' ? 'none' : `\`${fallback}\``;
}

/** With aligned columns, as Prettier writes them. */
function markdownTable(rows: readonly (readonly string[])[]): string {
  const escaped = rows.map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = (escaped[0] ?? []).map((_, column) => Math.max(...escaped.map((row) => (row[column] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  const [header = [], ...body] = escaped;
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)].join('');
}
