import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAccountFile } from './account-file';

describe('the file of a Pix account', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pix-account-'));
    writeFileSync(join(folder, 'key.pem'), 'the key');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const read = (text: string): Promise<string> => {
    const path = join(folder, 'account.json');
    writeFileSync(path, text);
    return readAccountFile(path);
  };

  test('may name the files of its PEM texts, beside itself', async () => {
    expect(JSON.parse(await read('{"clientId":"a","privateKeyFile":"key.pem"}'))).toEqual({
      clientId: 'a',
      privateKey: 'the key',
    });
  });

  test('may name a PKCS#12 file, which becomes base64', async () => {
    writeFileSync(join(folder, 'store.p12'), Buffer.from([0x30, 0xff, 0x00]));
    expect(JSON.parse(await read('{"pkcs12File":"store.p12"}'))).toEqual({ pkcs12: 'MP8A' });
  });

  test.each([
    ['no JSON, without quoting it', '{"clientSecret": "hush"', /^.*account\.json does not hold one JSON object$/],
    ['a list', '["hush"]', /does not hold one JSON object$/],
    ['a PEM text given twice', '{"ca":"hush","caFile":"key.pem"}', 'Give ca or caFile, not both'],
    ['a file that is not there', '{"caFile":"hush.pem"}', /hush\.pem cannot be read \(ENOENT\)$/],
  ])('is refused when it holds %s', async (_name, text, message) => {
    await expect(read(text)).rejects.toThrow(message);
  });
});
