// `npm run picture`: the dashboard's home page of a platform that runs with --sample-data, as README shows it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '@pitanga/tools';
import { launchBrowser } from './chromium';

const root = join(__dirname, '../../../..');
const target = join(root, 'docs/images/dashboard.webp');
const bytesMax = 200_000;

async function main(): Promise<void> {
  const demo = JSON.parse(readFileSync(join(root, '.pitanga/demo.json'), 'utf8')) as Demo;
  if (!demo.dashboard) throw new Error('The platform in .pitanga has no sign-in: run npm start -- --sample-data.');
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({
      locale: 'en',
      viewport: { width: 1280, height: 860 },
      deviceScaleFactor: 1.5,
    });
    const page = await context.newPage();
    await page.goto(`${demo.dashboard.url}/sign-in`);
    await page.getByLabel('E-mail').fill(demo.dashboard.email);
    await page.getByLabel('Password', { exact: true }).fill(demo.dashboard.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).waitFor();
    // What is shown is a business at work, not its first day.
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.waitForLoadState('networkidle', { timeout: 15_000 }).catch(() => undefined);
    const devtools = await context.newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: 85 });
    const picture = Buffer.from(data, 'base64');
    if (picture.length > bytesMax) throw new Error(`The picture has ${String(picture.length)} bytes.`);
    writeFileSync(target, picture);
    console.log(`${target}: ${String(picture.length)} bytes`);
  } finally {
    await browser.close();
  }
}

void main();
