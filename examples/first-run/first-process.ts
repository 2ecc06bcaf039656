import { createJanitor } from './janitor.ts';
import { readChildOptions } from './child-options.ts';
import { printCalls } from './print-calls.ts';
import { printLine } from './screen.ts';
import { openRunner, workFolder } from './story-folder.ts';
import { TEXTS } from './texts.ts';

const { folder, lang } = readChildOptions(process.argv.slice(2));
const texts = TEXTS[lang];
const runner = openRunner(folder);
printLine(`${process.pid}`, texts.process);
printLine(texts.request, texts.user);
const result = await runner.run(createJanitor(workFolder(folder)), texts.request);
printCalls(result, texts, texts.allowed);
printLine(texts.processEnds);
await runner.close();
