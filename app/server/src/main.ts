#!/usr/bin/env node
import { runServer } from './run-server.ts';

runServer();
