// builds: | -D A
