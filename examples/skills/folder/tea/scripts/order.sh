#!/bin/sh
echo "Ordered $1 bags of leaves."
