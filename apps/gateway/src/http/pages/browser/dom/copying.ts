const shownMs = 4_000;

/** The buttons that copy a code: what they say changes for a moment, and screen readers announce it. */
export function startCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copied]')) {
    const code = button.previousElementSibling;
    const status = button.nextElementSibling;
    const label = button.textContent;
    const { copied = '', digits } = button.dataset;
    if (!code) continue;
    button.addEventListener('click', () => {
      const text = code.textContent;
      void copy(digits === undefined ? text : text.replace(/\D/g, ''), code).then((isCopied) => {
        if (!isCopied) return;
        button.textContent = copied;
        if (status) status.textContent = copied;
        setTimeout(() => {
          button.textContent = label;
          if (status) status.textContent = '';
        }, shownMs);
      });
    });
  }
}

/** Where the clipboard is closed to the page, the code is selected, so that its reader can copy it. */
async function copy(text: string, code: Element): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    getSelection()?.selectAllChildren(code);
    return false;
  }
}
