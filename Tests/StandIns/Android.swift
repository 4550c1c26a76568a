/// A stand-in for the C library of Android.
///
/// It has the declarations of Linux's C library, so the check finds files without Android's branch, and no differences
/// between the two libraries.
@_exported import Glibc
