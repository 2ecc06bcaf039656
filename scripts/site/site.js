// The search, the menu and the theme of the documentation site. It runs in the browser, without a build.
const script = document.currentScript;
const { root, language, none } = script.dataset;
const input = document.querySelector('.search input');
const results = document.querySelector('.results');
const MAX_RESULTS = 12;

const theme = localStorage.getItem('theme');
if (theme) document.documentElement.dataset.theme = theme;
document.querySelector('.theme').addEventListener('click', () => {
  const isDark =
    (document.documentElement.dataset.theme ??
      (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  document.documentElement.dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem('theme', document.documentElement.dataset.theme);
});

const menu = document.querySelector('.menu');
menu.addEventListener('click', () => {
  const isOpen = document.body.classList.toggle('open');
  menu.setAttribute('aria-expanded', String(isOpen));
});
// scrollIntoView() would scroll the page, too.
const navigation = document.querySelector('nav');
const current = navigation.querySelector('[aria-current]');
if (current) navigation.scrollTop = current.offsetTop - navigation.clientHeight / 2;

for (const block of document.querySelectorAll('main pre')) {
  const button = document.createElement('button');
  button.className = 'copy';
  button.type = 'button';
  button.textContent = language === 'ja' ? 'コピー' : 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code').textContent);
    button.textContent = '✓';
    setTimeout(() => (button.textContent = language === 'ja' ? 'コピー' : 'Copy'), 1500);
  });
  block.append(button);
}

// The index is a script and not JSON, so that the search also works in files without a server.
let loading;
const loadIndex = () =>
  (loading ??= new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = `${root}/assets/search-${language}.js`;
    element.addEventListener('load', () => resolve(globalThis.searchIndex));
    element.addEventListener('error', reject);
    document.head.append(element);
  }));

/** Sections that contain every word, best first: words in headings and titles count more than words in the text. */
const find = (index, words) =>
  index
    .map((section) => {
      const [, title, heading, , text] = section.map((part) => part.toLowerCase());
      let score = 0;
      for (const word of words) {
        const found =
          (title.includes(word) ? 8 : 0) + (heading.includes(word) ? 5 : 0) + (text.includes(word) ? 1 : 0);
        if (found === 0) return { score: 0, section };
        score += found;
      }
      return { score, section };
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_RESULTS);

const excerpt = (text, word) => {
  const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
  return (at > 0 ? '…' : '') + text.slice(at, at + 140);
};

const show = async () => {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  results.hidden = words.length === 0;
  if (words.length === 0) return;
  const found = find(await loadIndex(), words);
  results.replaceChildren(
    ...found.map(({ section: [path, title, heading, anchor, text] }) => {
      const link = document.createElement('a');
      link.href = `${root}/${path}#${anchor}`;
      const name = document.createElement('strong');
      name.textContent = heading === title ? title : `${title} › ${heading}`;
      const line = document.createElement('span');
      line.textContent = excerpt(text, words[0]);
      link.append(name, line);
      return link;
    }),
  );
  if (found.length === 0) results.textContent = none;
};
input.addEventListener('focus', loadIndex, { once: true });
input.addEventListener('input', show);
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.matches?.('input, textarea');
  if (event.key === '/' && !isTyping) {
    event.preventDefault();
    input.focus();
  } else if (event.key === 'Escape') {
    results.hidden = true;
    document.body.classList.remove('open');
  } else if (event.key === 'Enter' && event.target === input) results.querySelector('a')?.click();
});
document.addEventListener('click', (event) => {
  if (!event.target.closest('.search')) results.hidden = true;
});
