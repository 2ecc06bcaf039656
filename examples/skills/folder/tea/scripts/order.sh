#!/bin/sh
echo "Ordered one bag of leaves."
