#!/usr/bin/env node
import { main } from '@sekisho/cli';

await main(process.argv.slice(2));
