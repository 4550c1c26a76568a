// builds: | -D A | -D B
