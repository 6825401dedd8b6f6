/**
 * The one module of the payer's pages. Each part finds what it serves in the page and leaves the rest alone; without the
 * module every page works by forms, links and reloading.
 */
import { startCopying } from './copying';
import { startCountdown } from './countdown';
import { checkFields } from './fields';
import { guardForms } from './forms';
import { offerLetters } from './letters';
import { watchPage } from './watching';
import { whenSeen } from './seen';

startCopying();
checkFields();
offerLetters();
guardForms();
const watcher = watchPage();
startCountdown(() => watcher?.askNow());

const sending = document.querySelector<HTMLFormElement>('form[data-send]');
if (sending) whenSeen(() => sending.requestSubmit());
