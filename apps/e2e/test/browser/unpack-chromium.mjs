// Prints the path of the Chromium that it has unpacked into the temporary folder (TMPDIR).
import chromium from '@sparticuz/chromium';

process.stdout.write(await chromium.executablePath());
